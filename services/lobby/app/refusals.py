"""Lobby's refusals as problems for the wire: one table of kinds and sentences."""

from chassis.problems import Kind
from chassis.refusals import RefusalTable
from services.lobby.core.refusals import Refusal, Refused

SENTENCES: dict[Refusal, tuple[Kind, str]] = {
    Refusal.BAD_NAME: (Kind.MALFORMED, "A name has 1 to {most} visible characters."),
    Refusal.BAD_PASSWORD: (Kind.MALFORMED, "A password has {least} to {most} characters."),
    Refusal.BAD_LANGUAGE: (Kind.MALFORMED, "The language must be a BCP 47 code such as `en` or `fa`."),
    Refusal.BAD_LABEL: (Kind.MALFORMED, "A label has 1 to {most} visible characters."),
    Refusal.BAD_SCOPES: (Kind.MALFORMED, "Give at least one of the scopes read, play and rooms."),
    Refusal.BAD_ENTROPY: (Kind.MALFORMED, "Each person's client adds {bytes} random bytes."),
    Refusal.BAD_SEAT: (Kind.MALFORMED, "The room has no such seat."),
    Refusal.BAD_LEVEL: (Kind.MALFORMED, "Bots have levels {least} to {most}."),
    Refusal.BAD_EXPIRY: (Kind.MALFORMED, "That is too long: at most {most_s} seconds."),
    Refusal.BAD_SEATS: (Kind.MALFORMED, "A room has 1 to {most} seats."),
    Refusal.BAD_RATING: (Kind.MALFORMED, "A rating is a number from {least} to {most}."),
    Refusal.BAD_ENTRY: (Kind.MALFORMED, "An entry has 0 to {most} coins."),
    Refusal.TOO_LARGE: (Kind.MALFORMED, "The options have at most {most} bytes."),
    Refusal.NOT_SIGNED_IN: (Kind.UNAUTHORISED, "Sign in first."),
    Refusal.WRONG_CREDENTIALS: (Kind.UNAUTHORISED, "The name or the password is wrong."),
    Refusal.WRONG_CODE: (Kind.UNAUTHORISED, "No guest has this recovery code."),
    Refusal.NO_SUCH_ACCOUNT: (Kind.MISSING, "There is no such account."),
    Refusal.NO_SUCH_ROOM: (Kind.MISSING, "There is no such room, or it is open to invited people only."),
    Refusal.WRONG_PASSWORD: (Kind.NOT_ALLOWED, "The password is wrong."),
    Refusal.NOT_HOST: (Kind.NOT_ALLOWED, "Only the host of the room may do this."),
    Refusal.NOT_YOUR_SEAT: (Kind.NOT_ALLOWED, "Only the host may free another's seat."),
    Refusal.LINK_INVALID: (Kind.NOT_ALLOWED, "This invite is for another room."),
    Refusal.ROOM_LOCKED: (Kind.NOT_ALLOWED, "This room needs its password, or an invite of its host."),
    Refusal.NO_BOTS: (Kind.NOT_ALLOWED, "Bots don't play for coins; make a free table."),
    Refusal.NO_ENTRIES: (Kind.NOT_ALLOWED, "This game is played for nothing; leave the entry at 0."),
    Refusal.IS_GUEST: (Kind.NOT_ALLOWED, "A guest has no password; become an account first."),
    Refusal.OWN_RATINGS_OFF: (Kind.NOT_ALLOWED, "The host doesn't allow ratings of one's own here."),
    Refusal.LICHESS_OFF: (Kind.NOT_ALLOWED, "This server doesn't work with Lichess."),
    Refusal.LICHESS_STATE: (
        Kind.NOT_ALLOWED,
        "This way back from Lichess wasn't begun here, was used before, or took over {minutes} minutes; begin again.",
    ),
    Refusal.LICHESS_REFUSED: (Kind.NOT_ALLOWED, "Lichess doesn't confirm who you are; begin again."),
    Refusal.NAME_TAKEN: (Kind.NOT_NOW, "Another account has this name, or one that looks like it."),
    Refusal.NOT_A_GUEST: (Kind.NOT_NOW, "This is an account already."),
    Refusal.ROOM_NOT_OPEN: (Kind.NOT_NOW, "The room is {state}; nothing can be changed in it."),
    Refusal.ROOM_FULL: (Kind.NOT_NOW, "All {seats} seats are taken."),
    Refusal.SEAT_TAKEN: (Kind.NOT_NOW, "Somebody has taken this seat."),
    Refusal.SEATS_OCCUPIED: (Kind.NOT_NOW, "Free the seats {seats} first."),
    Refusal.SEATS_OPEN: (Kind.NOT_NOW, "The seats {seats} are still free; wait for people or add bots."),
    Refusal.RATED_ALREADY: (Kind.NOT_NOW, "Your {kind} rating of {rating} on Lichess counts here."),
    Refusal.LICHESS_TAKEN: (Kind.NOT_NOW, "{name} on Lichess is linked with another account here."),
    Refusal.LICHESS_LINKED: (Kind.NOT_NOW, "This account is linked with {name} on Lichess; unlink that first."),
    Refusal.NO_OTHER_WAY_IN: (Kind.NOT_NOW, "Set a password first: nothing but Lichess opens this account yet."),
    Refusal.ENTROPY_USED: (Kind.NOT_NOW, "These random bytes made a room before; draw fresh ones."),
    Refusal.SPECTATORS_NONE: (Kind.NOT_NOW, "Nobody may watch this campaign, so no link can open it."),
    Refusal.START_REFUSED: (Kind.NOT_NOW, "The rules refuse this start: {sentence}"),
    Refusal.STAKES_FIXED: (
        Kind.NOT_NOW,
        "Others have paid for this table as it is; its options and seats stay until they leave.",
    ),
    Refusal.NOT_ENOUGH_COINS: (Kind.NOT_NOW, "The entry is {need} coins and you have {have}."),
    Refusal.NOT_OVER: (Kind.NOT_NOW, "The game isn't over yet."),
    Refusal.TOO_MANY_ATTEMPTS: (Kind.TOO_MANY, "Too many attempts; wait a moment."),
    Refusal.REMATCH_OPENED: (
        Kind.TOO_MANY,
        "You opened and closed this rematch {most} times already; another player may open it.",
    ),
    Refusal.TOO_MANY_ROOMS: (Kind.TOO_MANY, "You host {most} rooms already; close one first."),
    Refusal.TOO_MANY_SEATS: (Kind.TOO_MANY, "You wait in {most} rooms already; leave one first."),
    Refusal.TOO_MANY_TOKENS: (Kind.TOO_MANY, "You have {most} tokens already; revoke one first."),
    Refusal.LICHESS_BUSY: (Kind.TOO_MANY, "Lichess asks us to wait; try again in a minute."),
    Refusal.LICHESS_AWAY: (Kind.UNAVAILABLE, "Lichess doesn't answer just now; try again later."),
}

_TABLE = RefusalTable(Refused, SENTENCES)
problem_of, telling = _TABLE.problem_of, _TABLE.telling
