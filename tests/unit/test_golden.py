"""What any version of Warboard has stored, every later one reads (`tests/golden`).

Who changes a rule or a fact and fails here: CONTRIBUTING.md says what a new version of a ruleset is.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from services.engine.core.campaign import Campaign, replay
from services.engine.core.ruleset import Ruleset
from services.engine.core.rulesets.registry import RULESETS, Registry
from services.engine.core.storage import Codec
from services.engine.core.verifying import Recorded
from tests.golden import files, shapes
from tests.golden.campaigns import GOLDEN, recorded
from warboard.checking import Checked, checked
from warboard.exports import read

WRITE = "python -m tests.golden write"
VERSIONS = pytest.mark.parametrize("ruleset", RULESETS, ids=files.version_of)
EVERY = pytest.mark.parametrize("name", files.exports())


class Opened:
    """A golden campaign, checked as by `warboard verify`."""

    def __init__(self, folder: Path, name: str) -> None:
        path = files.unpacked(name, folder)
        self.found: Checked = checked(path, Registry())
        self.appends: list[Recorded] = list(read(path)[1])
        self.codec = Codec(self.found.ruleset)

    def state(self, start: Campaign | None = None) -> Campaign:
        """The campaign after all its appends, or after those that follow a state of it."""
        campaign = start
        for one in self.appends[0 if start is None else start.seq :]:
            campaign = replay(self.found.ruleset, self.found.board, campaign, one.at, self.codec.facts(one.facts))
        assert campaign is not None
        return campaign

    def stored(self) -> list[Any]:
        """All its facts and its players' commands, decoded."""
        facts = [self.codec.facts(one.facts) for one in self.appends]
        return [*facts, *(self.codec.command(one.command) for one in self.appends if _is_players(one))]


def _is_players(one: Recorded) -> bool:
    return one.seat is not None and b'"type"' in one.command  # without a type: a seat was given or taken


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Opened]:
    """Each is opened once."""
    return cache(partial(Opened, tmp_path_factory.mktemp("golden")))


@EVERY
def test_a_golden_campaign_adds_up(name: str, opened: Callable[[str], Opened]) -> None:
    """Every fact is read, every draw follows from the secret, every command leads to the same bytes again."""
    assert opened(name).found.faults == []


@EVERY
def test_a_golden_campaign_comes_to_the_state_it_came_to(name: str, opened: Callable[[str], Opened]) -> None:
    """Its facts lead where they led when it was recorded, and so does a snapshot with the facts after it."""
    one = opened(name)
    middle, end = (one.codec.thaw(snapshot, one.found.board) for snapshot in files.snapshots(name))
    assert (middle.seq, end.seq) == (len(one.appends) // 2, len(one.appends))
    assert one.state() == end
    assert one.state(middle) == end


@VERSIONS
def test_golden_campaigns_have_all_that_is_ever_stored(ruleset: Ruleset, opened: Callable[[str], Opened]) -> None:
    """Every kind of fact and command, of the kernel's, too, and everything in them that comes in several kinds."""
    names = files.exports(files.version_of(ruleset))
    assert names, f"there are no golden campaigns of {files.version_of(ruleset)}: {WRITE}"
    found = {kind for name in names for stored in opened(name).stored() for kind in shapes.met(stored)}
    lacking = sorted(shapes.kinds(ruleset) - found)
    assert lacking == [], "play more in tests/golden/campaigns.py"


@VERSIONS
def test_the_shape_of_what_is_stored_changes_with_the_version_only(ruleset: Ruleset) -> None:
    """A field that comes, goes or means other values would leave campaigns that nobody can read."""
    version = files.version_of(ruleset)
    changed = shapes.changes(files.recorded_shape(version), shapes.shape(ruleset))
    assert changed == [], f"raise the version; or, while {version} is in no release: {WRITE} {ruleset.name}"


def test_golden_files_are_small() -> None:
    """They stay in the repository for good."""
    assert sum(path.stat().st_size for path in files.FOLDER.iterdir()) <= 1 << 20


def test_files_of_a_released_version_are_not_written_again() -> None:
    """Whatever has been released is what campaigns were stored as."""
    ruleset = RULESETS[0]
    version = files.version_of(ruleset)
    with pytest.raises(files.Released, match=f"{version} is released"):
        list(files.write(ruleset, {}, frozenset({version})))
    assert files.exports(version)


def test_a_release_names_its_versions() -> None:
    """Once the changelog knows a release, there are versions whose files stay for good."""
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text()
    assert files.RELEASED or not re.search(r"^## (?!Unreleased)", changelog, re.MULTILINE)


def test_the_golden_campaigns_are_repeatable() -> None:
    """The same seed plays the same campaign, to the byte."""
    golden = next(one for one in GOLDEN if one.name == "isles")
    first, again = recorded(golden), recorded(golden)
    assert (first.export(), first.snapshots()) == (again.export(), again.snapshots())


def test_a_changed_shape_is_told_field_by_field() -> None:
    """Whoever changed it sees what."""
    before = {"Moved.seat": '{"type":"integer"}', "Moved.units": '{"type":"integer"}'}
    after = {"Moved.seat": '{"type":"string"}', "Moved.by": "optional {}"}
    assert shapes.changes(before, after) == [
        "Moved.by: nothing -> optional {}",
        'Moved.seat: {"type":"integer"} -> {"type":"string"}',
        'Moved.units: {"type":"integer"} -> nothing',
    ]
