"""The command line; one file a command."""

from typing import Annotated

import typer

from warboard import (
    VERSION,
    account,
    calibrate,
    doctor,
    documents,
    export,
    import_command,
    maps_command,
    scenario,
    screens,
    settings_command,
    simulate,
    unpark,
    up,
    verify,
)

app = typer.Typer(no_args_is_help=True, add_completion=False)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"warboard {VERSION}")
        raise typer.Exit


@app.callback()
def command_line(
    _: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Warboard: campaigns of territorial war games."""


app.command("up")(up.up)
app.command("simulate")(simulate.simulate)
app.command("calibrate-bots")(calibrate.calibrate_bots)
app.command("doctor")(doctor.doctor)
app.command("documents")(documents.documents)
app.command("screens")(screens.screens)
app.command("settings")(settings_command.settings)
app.command("unpark")(unpark.unpark)
app.command("export")(export.export)
app.command("import")(import_command.import_)
app.command("verify")(verify.verify)
app.add_typer(account.app, name="account")
app.add_typer(maps_command.app, name="map")
app.add_typer(scenario.app, name="scenario")


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
