"""What one socket watches: topics by name, each with the link it was asked with."""

from chassis.ids import parse_id
from chassis.problems import Kind, Problem
from services.gateway.hub import Hub
from services.gateway.identity import unauthorised
from services.gateway.socket_messages import In, cursor_of
from services.gateway.watched import Watcher

MOST_LINK = 1_000
"""Characters of a signed link that are looked at."""
MOST_INVITE = 2_000
TOPICS_MOST = 64


class Topics:
    """The topics of one watcher."""

    def __init__(self, hub: Hub, watcher: Watcher) -> None:
        self._hub = hub
        self._watcher = watcher
        self._names: set[str] = set()
        self.links: dict[str, str] = {}
        """By topic: the spectator's link it was asked with."""

    async def watch(self, message: In) -> None:
        """Show a topic from now on.

        :raises Problem: `too_many_topics`, `unknown_topic`, or why it may not be watched.
        """
        topic = message.topic
        if len(self._names) >= TOPICS_MOST and topic not in self._names:
            raise Problem("too_many_topics", Kind.TOO_MANY, f"A socket watches at most {TOPICS_MOST} topics.")
        kind, _, entity = topic.partition(":")
        hub = self._hub
        self._names.add(topic)
        self.links[topic] = message.link[:MOST_LINK]
        try:
            match kind:
                case "campaign":
                    await hub.campaigns.watch(self._watcher, parse_id(entity), cursor_of(message.cursor))
                case "game":
                    await hub.games.watch(self._watcher, parse_id(entity))
                case "talk":
                    await hub.talk.watch(self._watcher, parse_id(entity))
                case "room":
                    await hub.rooms.watch_room(self._watcher, parse_id(entity), message.invite[:MOST_INVITE])
                case "rooms" if topic == "rooms":
                    await hub.rooms.watch_list(self._watcher)
                case "me" if topic == "me":
                    if not self._watcher.account:
                        raise unauthorised()
                    await hub.rooms.watch_inbox(self._watcher)
                case _:
                    raise Problem("unknown_topic", Kind.MALFORMED, "There is no such topic.")
        except Problem:
            self._forget(topic)
            raise

    async def leave_all(self) -> None:
        """The connection has ended."""
        for topic in list(self._names):
            await self.leave(topic)

    async def leave(self, topic: str) -> None:
        """Show a topic no more."""
        if topic not in self._names:
            return
        self._forget(topic)
        kind, _, entity = topic.partition(":")
        if kind == "campaign":
            await self._hub.campaigns.leave(self._watcher, entity)
        elif kind == "game":
            await self._hub.games.leave(self._watcher, entity)
        elif kind == "talk":
            await self._hub.talk.leave(self._watcher, entity)
        else:
            self._hub.rooms.leave(self._watcher, topic)

    def _forget(self, topic: str) -> None:
        self._names.discard(topic)
        self.links.pop(topic, None)
