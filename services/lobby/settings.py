"""Lobby's settings."""

from datetime import timedelta

from chassis.common_settings import ChassisSettings
from chassis.settings import setting, settings_class

OFF = "off"


@settings_class
class LobbySettings(ChassisSettings):
    """What lobby reads besides the common settings."""

    session: timedelta = setting(
        "WARBOARD_SESSION_S", "How long a session lasts after it was last used", default=timedelta(days=30)
    )
    sessions: int = setting(
        "WARBOARD_LIMIT_SESSIONS", "Sessions an account; with a further one the oldest ends", default=50
    )
    sign_ups_per_second: int = setting(
        "WARBOARD_LIMIT_SIGN_UPS_PER_S", "New guests and accounts a second, in the whole installation", default=20
    )
    sign_ups_burst: int = setting(
        "WARBOARD_LIMIT_SIGN_UPS_BURST", "New guests and accounts at once after a quiet time", default=500
    )
    guesses_per_address: int = setting(
        "WARBOARD_LIMIT_GUESSES_PER_ADDRESS",
        "Wrong passwords and recovery codes at once from one address; then one more every five seconds",
        default=30,
    )
    guesses_per_name: int = setting(
        "WARBOARD_LIMIT_GUESSES_PER_NAME",
        "Wrong passwords of one name at once from all addresses it never signed in from; then one more every thirty"
        " seconds",
        default=20,
    )
    guesses_per_name_and_address: int = setting(
        "WARBOARD_LIMIT_GUESSES_PER_NAME_AND_ADDRESS",
        "Wrong passwords of one name at once from one address; then one more a minute",
        default=8,
    )
    lichess_url: str = setting(
        "WARBOARD_LICHESS_URL",
        f"Lichess, for signing in, for ratings and for games there; `{OFF}`: do without it",
        default="https://lichess.org",
    )
    lichess_client_id: str = setting(
        "WARBOARD_LICHESS_CLIENT_ID",
        "What Lichess shows people as who asks; any name, such as this server's",
        default="warboard",
    )
    coin_grant: int = setting(
        "WARBOARD_COIN_GRANT",
        "Coins of the platform's own that a new account gets; 0 to 1,000,000,000",
        default=1000,
        within=range(1_000_000_001),
    )
    coin_rake_percent: int = setting(
        "WARBOARD_COIN_RAKE_PERCENT",
        "The operator's part of a paid table's pot, in percent; 0 to 100",
        default=0,
        within=range(101),
    )
    rooms_per_host: int = setting("WARBOARD_LIMIT_ROOMS_PER_HOST", "Open rooms a host", default=20)
    room_idle: timedelta = setting(
        "WARBOARD_ROOM_IDLE_S", "An open room that has not changed for so long closes", default=timedelta(days=7)
    )
    sweep: timedelta = setting(
        "WARBOARD_LOBBY_SWEEP_MS",
        "How often rooms whose start has not been answered are tried again",
        default=timedelta(seconds=3),
    )
