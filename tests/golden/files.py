"""The golden files: where they lie, what is in one, and how one is written, once."""

import lzma
from collections.abc import Iterator
from pathlib import Path

import msgspec

from services.engine.core.ruleset import Ruleset
from tests.golden.recording import Recording
from tests.golden.shapes import shape

FOLDER = Path(__file__).parent / "files"
EXPORT, SNAPSHOTS, SHAPE = ".jsonl.xz", ".snapshots.xz", ".shape.json"
RELEASED: frozenset[str] = frozenset()
"""`<ruleset>-<version>` of every version that a release of Warboard had, for good: campaigns live under them.

A release adds the newest versions. Until then their files are written anew whenever the rules change.
"""


class Released(Exception):  # noqa: N818 - what is wrong with writing it
    """The file belongs to a released version, so it stays as it is."""


def version_of(ruleset: Ruleset) -> str:
    """How a version's files begin."""
    return f"{ruleset.name}-{ruleset.version}"


def exports(version: str = "") -> list[str]:
    """Names of all golden campaigns, or of a version's."""
    start = f"{version}-" if version else ""
    return sorted(path.name.removesuffix(EXPORT) for path in FOLDER.glob(f"{start}*{EXPORT}"))


def unpacked(name: str, folder: Path) -> Path:
    """The export of a campaign, as a file in a folder."""
    path = folder / f"{name}.jsonl"
    path.write_bytes(lzma.decompress((FOLDER / f"{name}{EXPORT}").read_bytes()))
    return path


def snapshots(name: str) -> tuple[bytes, bytes]:
    """The snapshots of a campaign's middle and end."""
    middle, end = lzma.decompress((FOLDER / f"{name}{SNAPSHOTS}").read_bytes()).splitlines()
    return middle, end


def recorded_shape(version: str) -> dict[str, str]:
    """The shape of all that is stored under a version."""
    return msgspec.json.decode((FOLDER / f"{version}{SHAPE}").read_bytes(), type=dict[str, str])


def refuse_released(version: str, released: frozenset[str] = RELEASED) -> None:
    """Refuse to touch a version's files.

    :raises Released: a release had it.
    """
    if version in released:
        raise Released(
            f"{version} is released: its golden files stay as they are. "
            "Raise the ruleset's version and keep the old folder beside the new one (CONTRIBUTING.md)."
        )


def write(ruleset: Ruleset, tables: dict[str, Recording], released: frozenset[str] = RELEASED) -> Iterator[Path]:
    """Write a version's files in place of those there are.

    :param tables: campaigns that are over, by name.
    :raises Released: as `refuse_released`.
    """
    version = version_of(ruleset)
    refuse_released(version, released)
    for old in FOLDER.glob(f"{version}[-.]*"):
        old.unlink()
    yield _written(f"{version}{SHAPE}", msgspec.json.format(msgspec.json.encode(shape(ruleset)), indent=1) + b"\n")
    for name, table in tables.items():
        yield _written(f"{version}-{name}{EXPORT}", lzma.compress(table.export(), preset=9))
        yield _written(f"{version}-{name}{SNAPSHOTS}", lzma.compress(table.snapshots(), preset=9))


def _written(name: str, content: bytes) -> Path:
    path = FOLDER / name
    path.write_bytes(content)
    return path
