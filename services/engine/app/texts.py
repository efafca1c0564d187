"""Players' words, given to those who were shown their ids, and erased.

Who may read a text? Whoever sees the campaign as a class that was ever shown the text's id, in a view, a patch or a
line. What a class was shown is stored anyway, and looked through: so the rule is the same for a private proposal (its
two), a signed accord (everybody who may look at the campaign, by link too) and one long over (whoever scrolls back),
and no ruleset has to say it again. An id has 128 random bits; to everybody else it is `no_such_text`, whether it exists
or not. Whoever left for good sees as the public does. Exports and imports know nothing of texts.
"""

from chassis.problems import Kind, Problem
from services.engine.app.appends import Text
from services.engine.app.loading import Loader
from services.engine.app.ports import TextStore
from services.engine.app.reading import Reading


class Texts:
    """Reading and erasing words."""

    def __init__(self, store: TextStore, loader: Loader, reading: Reading) -> None:
        self._store = store
        self._loader = loader
        self._reading = reading

    async def read(self, campaign: str, text: str, account: str, link: str) -> Text:
        """A text, if the one who asks was shown its id.

        :param link: a spectator's signed link; empty if none.
        :raises Problem: `no_such_text`, `no_such_campaign`, `not_allowed`, what is wrong with the link.
        """
        viewer = self._reading.viewer(await self._loader.load(campaign, fresh=True), account, link)
        found = await self._store.text(campaign, text)
        if found is None or not await self._store.was_shown(campaign, viewer, found):
            raise Problem("no_such_text", Kind.MISSING, "There is no such text.")
        return found

    async def erase(self, campaign: str, text: str, account: str) -> None:
        """Take one's own words away, for everybody; also after one has left for good. Repeating it is harmless.

        :raises Problem: `not_your_text`; as `read` for a text that one can't read.
        """
        found = await self._store.text(campaign, text)
        if found is None or not account or found.author != account:
            await self.read(campaign, text, account, "")
            raise Problem("not_your_text", Kind.NOT_ALLOWED, "Only its author may erase a text.")
        await self._store.erase(campaign, text)
