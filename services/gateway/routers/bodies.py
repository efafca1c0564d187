"""Bodies of requests; unknown keys are refused."""

import re
from typing import Annotated, Any

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from chassis.problems import Kind, Problem

Name = Annotated[str, Field(max_length=200)]
Secret = Annotated[str, Field(max_length=200)]
_NUMBER = re.compile("0|-?[1-9][0-9]{0,99}", re.ASCII)
Entropy = Annotated[str, Field(pattern="^[0-9a-fA-F]{64}$", description="32 random bytes, hexadecimal")]


def _plain(number: object) -> object:
    """:raises ValueError: a text that is no whole number as it is usually written."""
    if isinstance(number, str) and not _NUMBER.fullmatch(number):
        raise ValueError("not a whole number")
    return number


Number = Annotated[int, BeforeValidator(_plain)]
"""A whole number in an address, in one form only: pydantic would take `1.0`, `+1`, ` 1` and `1_0` as well."""


class Body(BaseModel):
    """Base: nothing unknown, no coercion of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


def encoded(value: dict[str, Any]) -> bytes:
    """A part of a body as JSON, for whoever judges it.

    :raises Problem: `malformed` for what JSON can't carry between us: half surrogates, numbers beyond 64 bits.
    """
    try:
        return msgspec.json.encode(value)
    except (ValueError, OverflowError, RecursionError) as error:
        raise Problem("malformed", Kind.MALFORMED, "The request holds text or numbers that can't be read.") from error


class NewGuest(Body):
    """A guest."""

    name: Name
    language: str = Field(default="en", max_length=35)


class NewAccount(NewGuest):
    """An account."""

    password: Secret


class SignIn(Body):
    """Name and password, or a guest's recovery code."""

    name: Name | None = None
    password: Secret | None = None
    recovery_code: Secret | None = None


class ChangeMe(Body):
    """What to change of oneself."""

    name: Name | None = None
    language: str | None = Field(default=None, max_length=35)


class Upgrade(Body):
    """A guest becomes an account."""

    name: Name
    password: Secret


class ChangePassword(Body):
    """The old and the new one; who came by Lichess has no old one at first."""

    old: Secret = ""
    new: Secret


class BackFromLichess(Body):
    """What Lichess gave the browser."""

    state: str = Field(max_length=512)
    code: str = Field(max_length=512)
    language: str = Field(default="en", max_length=35, description="Of a new account")


class OwnRating(Body):
    """What somebody says of their own strength; 0 takes it back."""

    rating: int = Field(ge=0, le=100_000)


class NewToken(Body):
    """A token for a native client or a bot."""

    label: Name
    scopes: list[str] = Field(max_length=10)
    expires_in_s: int = Field(default=0, ge=0, lt=1 << 32, description="0: it never runs out; at most a year")


class NewRoom(Body):
    """A room to be made."""

    ruleset: str = Field(max_length=64)
    name: Name
    seats: int = Field(ge=1, le=64)
    options: dict[str, Any] = {}
    public: bool = True
    entropy: Entropy
    entry: int = Field(default=0, ge=0, le=1_000_000, description="Coins everybody stakes; 0: free")
    password: str = Field(default="", max_length=128, description="Who isn't invited needs it to sit down")


class ChangeRoom(Body):
    """What to change of a room."""

    name: Name | None = None
    seats: int | None = Field(default=None, ge=1, le=64)
    options: dict[str, Any] | None = None
    public: bool | None = None


class Sit(Body):
    """Take a seat."""

    entropy: Entropy
    invite: str = Field(default="", max_length=2000)
    password: str = Field(default="", max_length=128)


class AskRematch(Body):
    """Once more with the same people."""

    entropy: Entropy


class BotLevel(Body):
    """A bot's level."""

    level: int = Field(ge=1, le=8)


class NewInvite(Body):
    """An invite."""

    expires_in_s: int = Field(default=0, ge=0, le=30 * 86400)


class CommandBody(Body):
    """A command; its own shape is the ruleset's."""

    key: str = Field(max_length=64)
    command: dict[str, Any]


class ChangeSeat(Body):
    """What becomes of a seat."""

    key: str = Field(max_length=64)
    change: str = Field(pattern="^(hand_to_bot|take_back|leave|take_over)$")
    link: str = Field(default="", max_length=2000, description="With `take_over`: the host's")


class NewMessage(Body):
    """Something to say; notify cleans and judges it."""

    key: str = Field(max_length=64)
    text: str = Field(max_length=8_000)


class Mute(Body):
    """Whether a channel is muted."""

    muted: bool


class ReadUpTo(Body):
    """Everything up to this number is read."""

    n: int = Field(ge=0, lt=1 << 62)
