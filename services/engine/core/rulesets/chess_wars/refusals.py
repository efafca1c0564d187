"""Why the rules of chess wars refuse a command (rules section 13): one closed list, translated by every client."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NoReturn

from services.engine.core.refusing import MOST_LISTED, malformed, not_allowed, not_now, quoted

__all__ = ["Refusal", "malformed", "not_allowed", "not_now", "quoted", "unavailable"]


class Refusal(StrEnum):
    """Refusal codes. The value is the code on the wire; `detail` of the refusal carries the numbers named here."""

    NOT_YOUR_TURN = "not_your_turn"
    """Somebody else's turn or pick, or a turn that is over; also declaring in the draft and picking after it."""
    NO_TOKENS = "no_tokens"
    """No war token left for this. `have`."""
    NOT_YOURS = "not_yours"
    """A country the giver, staker or fortifier doesn't own. `country`."""
    NOT_BORDERING = "not_bordering"
    """No border joins the two. `country`."""
    TARGET_IN_WAR = "target_in_war"
    """The target is tied up in a war. `war`."""
    ORIGIN_IN_WAR = "origin_in_war"
    """Every country that could launch the attack is tied up in a war. `country`, `war`."""
    NEWLY_WON = "newly_won"
    """The country changed hands too recently for this. `country`, `until_round`."""
    TRUCE = "truce"
    """A truce with the owner holds for the rest of the round."""
    ACCORD = "accord"
    """An accord with the owner holds. `until_round`: it ends when that round starts."""
    BROKE_ACCORD = "broke_accord"
    """The attacker renounced an accord with the owner in this round."""
    STAKE_TOO_SMALL = "stake_too_small"
    """`need`, `have`: values."""
    NOT_CONNECTED = "not_connected"
    """No chain of own countries joins it to the stake. `country`."""
    NOT_FREE = "not_free"
    """Tied up in a war, already picked, or the target itself. `country`, `war`."""
    RESERVE_OVERLAP = "reserve_overlap"
    """A country is both staked and held in reserve. `country`."""
    NO_FREE_COUNTRY = "no_free_country"
    """The defender has no free country left, so the attacker can't raise again."""
    ALREADY_ANSWERED = "already_answered"
    """The declaration, raise, redirect or offer has been answered, has lapsed or was replaced."""
    NOT_YOUR_ANSWER = "not_your_answer"
    """It is the other side's answer."""
    TOO_LOW = "too_low"
    """`need`, `have`: the country or the stake is worth too little."""
    TOO_HIGH = "too_high"
    """`below`, `have`: a country that must be worth less than the target isn't."""
    NO_RAISES_LEFT = "no_raises_left"
    """The last raise was made, or a redirect ruled raises out."""
    NOT_A_PARTY = "not_a_party"
    """The player is neither side of the war, offer or accord."""
    TOO_FEW_TOKENS = "too_few_tokens"
    """The payer doesn't hold the tokens of the terms. `need`, `have`."""
    ALREADY_FORTIFIED = "already_fortified"
    """Fortified in this round before."""
    ACCORD_NOT_LONGER = "accord_not_longer"
    """An accord with this partner holds and would end no sooner. `until_round`."""
    NO_ACCORD = "no_accord"
    """There is no accord with this player to renounce."""
    OWN_COUNTRY = "own_country"
    """A player's own country can't be attacked."""
    ELIMINATED = "eliminated"
    """The player has no countries any more."""
    THEATRE_NOT_CONNECTED = "theatre_not_connected"
    """The chosen continents fall into pieces."""
    THEATRE_TOO_SMALL = "theatre_too_small"
    """Fewer than six countries a seat. `need`, `have`."""
    MISSION_UNAVAILABLE = "mission_unavailable"
    """Chosen missions can't be played under these settings. `missions`: their names."""
    BAD_OPTION = "bad_option"
    """An option is outside its range. `option`, `least`, `most` or `reason`."""
    NOT_AWAY = "not_away"
    """The host may not act for this player yet. `from_unix_ms`."""
    NOT_HOST = "not_host"
    """Only the host may."""
    UNKNOWN_COUNTRY = "unknown_country"
    """No such country in this theatre. `country`."""
    UNKNOWN_WAR = "unknown_war"
    """No such war. `war`."""
    UNKNOWN_SEAT = "unknown_seat"
    """No such seat at this table, or the player's own. `seat`."""
    BAD_TERMS = "bad_terms"
    """The terms are not of a shape the rules allow. `reason`."""
    OVER = "over"
    """The campaign has ended; only reading and talk are left."""


def unavailable(missions: Sequence[str]) -> NoReturn:
    """Refuse missions that the seats, the draft or the theatre make impossible.

    :raises Rejected: `mission_unavailable`, always.
    """
    not_allowed(Refusal.MISSION_UNAVAILABLE, "10", missions=[quoted(name) for name in missions[:MOST_LISTED]])
