"""Offers to play elsewhere, over the board or on Lichess: made, taken and declined alike (rules section 7)."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec.structs import replace

from services.chessgate.core.commands import Refused
from services.chessgate.core.game import Game
from services.chessgate.core.places import Colour, OnLichess, Place

Offer = TypeVar("Offer", Place, OnLichess)


class Elsewhere(Generic[Offer]):
    """A place that isn't here."""

    def __init__(self, kind: type[Offer], field: str, words: str) -> None:
        """
        :param field: of a game: where it keeps an offer of this kind.
        :param words: where that is, for a refusal's sentence.
        """
        self._kind: type[Offer] = kind
        self._field = field
        self._words = words

    def offer(self, game: Game, colour: Colour, at: int, go: Callable[[Offer], Game]) -> Game:
        """An offer made; against the opponent's it takes that, and one's own stands as it is.

        :param go: the game there, once an offer is taken.
        """
        offered = self._of(game)
        if offered is not None:
            return game if offered.by == colour else go(offered)
        number = game.offers_of_place + 1
        made = self._kind(offer=number, by=colour, since_ms=at, word_ms=at)
        return replace(game, offers_of_place=number, **{self._field: made})

    def accept(self, game: Game, colour: Colour, number: int, go: Callable[[Offer], Game]) -> Game:
        """The opponent's offer taken.

        :raises Refused: `no_offer`.
        """
        offered = self._numbered(game, number)
        if offered.by == colour:
            raise Refused("no_offer", "Your own offer waits for your opponent.")
        return go(offered)

    def decline(self, game: Game, number: int) -> Game:
        """The offer declined, or taken back by who made it.

        :raises Refused: `no_offer`.
        """
        self._numbered(game, number)
        return replace(game, **{self._field: None})

    def _of(self, game: Game) -> Offer | None:
        offered: Offer | None = getattr(game, self._field)
        return offered

    def _numbered(self, game: Game, number: int) -> Offer:
        offered = self._of(game)
        if offered is None or offered.there or offered.offer != number:
            raise Refused("no_offer", f"Nobody offers to play {self._words}.")
        return offered
