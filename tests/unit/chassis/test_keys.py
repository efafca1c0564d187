"""A key belongs to a command, not to the way somebody wrote it."""

import hashlib

import pytest

from chassis.keys import Key

COMMAND = b'{"type":"Move","ply":3,"uci":"e2e4","why":{"b":1,"a":[2,1]}}'


def key(command: bytes) -> Key:
    return Key.of("ann", "k", command)


@pytest.mark.parametrize(
    "same",
    [
        b'{"ply":3,"type":"Move","why":{"a":[2,1],"b":1},"uci":"e2e4"}',
        b' {"type" : "Move",\n"ply":3, "uci":"e2e4","why":{"b":1,"a":[2, 1]}}\n',
        b'{"type":"M\\u006fve","ply":3,"uci":"e2e4","why":{"b":1,"a":[2,1]}}',
    ],
)
def test_the_same_command_written_otherwise(same: bytes) -> None:
    assert key(same).is_for(key(COMMAND).digest)


@pytest.mark.parametrize(
    "other",
    [
        COMMAND.replace(b"3", b"4"),
        COMMAND.replace(b"3", b'"3"'),
        COMMAND.replace(b"[2,1]", b"[1,2]"),
        COMMAND.replace(b"e2e4", b"E2E4"),
        COMMAND[:-1],
        b"",
    ],
)
def test_another_command(other: bytes) -> None:
    assert not key(other).is_for(key(COMMAND).digest)


def test_what_was_kept_of_its_bytes_before_is_still_its_own() -> None:
    """A click repeated over an upgrade gets its first answer."""
    assert key(COMMAND).is_for(hashlib.sha256(COMMAND).hexdigest())


@pytest.mark.parametrize("bad", [b"{", b'"\\ud800"', b"[" * 20_000, b"9" * 5_000, b"\xff"])
def test_what_is_no_json_counts_by_its_bytes(bad: bytes) -> None:
    assert key(bad).is_for(key(bad).digest)
    assert not key(bad).is_for(key(bad + b" ").digest) or key(bad + b" ").bytes_digest
