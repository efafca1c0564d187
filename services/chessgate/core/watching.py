"""What the clock service is told of a game's deadlines: the net under chessgate's own flags (architecture, "Time").

Move by move a live game's deadline nearly always moves later. A clock that still holds an earlier one fires too early;
that is harmless, and chessgate answers by telling it the deadline that stands then. So the clock is told of a live game
only what would otherwise fire too late, and of a correspondence game everything.
"""

from msgspec.structs import replace

from services.chessgate.core.game import Game, Watch


def watched(game: Game, now: int) -> Game:
    """The game with what the clock should watch from now on: with the next `Watch.seq` if it must be told anew."""
    old = game.watch
    if old is not None and not _outdated(old, game):
        return game
    seq = game.version if old is None else max(game.version, old.seq + 1)
    return replace(game, watch=watch_of(game, seq, now))


def watch_of(game: Game, seq: int, now: int) -> Watch:
    """The deadline that stands now, as the list with a number."""
    # What was given back is part of the deadline: the clock, which has its own list of outages, adds later ones only.
    since = now if game.given_ms else game.wait_began_ms
    return Watch(seq=seq, ply=game.ply, since_ms=since, due_ms=game.decided_ms, credits=len(game.credits), told_ms=now)


def fired(game: Game, ply: int, due_ms: int) -> Game:
    """The game after the clock has fired a deadline of `ply` due at `due_ms`; others than the last told do nothing."""
    watch = game.watch
    if watch is None or watch.fired or (watch.ply, watch.due_ms) != (ply, due_ms):
        return game
    return replace(game, watch=replace(watch, fired=True))


def _outdated(old: Watch, game: Game) -> bool:
    due = game.decided_ms
    if not due or not old.due_ms:
        return due != old.due_ms
    if old.fired:  # a moment early, by a wall clock that is ahead of ours: nobody would watch any more
        return True
    # A credit moves the clock's own idea of the deadline, too, which could then be later than that of the next wait.
    if game.live and old.credits == len(game.credits):
        return due < old.due_ms
    return (old.ply, old.due_ms) != (game.ply, due)
