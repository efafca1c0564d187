"""Players' words: read, looked for in what a class was shown, and erased."""

from typing import Any

from sqlalchemy import Boolean, LargeBinary, literal, select, tuple_, update  # noqa: TID251 - of a subquery
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from chassis.database import Database
from services.engine.adapters.tables import KEY, SHOWN, TEXT
from services.engine.app.appends import Text
from services.engine.app.assembling import PUBLIC

_ERASED = "erased"
"""In place of a digest: no command has it."""


class SqlTextStore:
    """The `TextStore` on SQLite and PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def text(self, campaign: str, text: str) -> Text | None:
        """A text by its id, erased or not; None if there is none."""
        query = select(TEXT).where(TEXT.c.campaign == campaign, TEXT.c.id == text)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Text(id=row.id, seq=row.seq, author=row.author, words=row.words)

    async def was_shown(self, campaign: str, viewer: int, text: Text) -> bool:
        """Whether a class was ever shown the id of a text; what the public is shown, every seat is."""
        query = (
            select(SHOWN.c.n)
            .where(
                SHOWN.c.campaign == campaign, SHOWN.c.viewer.in_({viewer, PUBLIC}), SHOWN.c.seq >= text.seq,
                _holds(SHOWN.c.body, literal(text.id.encode(), LargeBinary)),
            )
            .limit(1)
        )  # fmt: skip
        async with self._database.read() as connection:
            return (await connection.execute(query)).first() is not None

    async def erase(self, campaign: str, text: str) -> None:
        """Take the words of a text away, and the digest that its click's key kept of them; its id stays known."""
        mine = (TEXT.c.campaign == campaign, TEXT.c.id == text)
        click = select(TEXT.c.author, TEXT.c.key).where(*mine)
        kept = (KEY.c.campaign == campaign, tuple_(KEY.c.account, KEY.c.key).in_(click))
        async with self._database.write() as connection:
            await connection.execute(update(KEY).where(*kept).values(digest=_ERASED))
            await connection.execute(update(TEXT).where(*mine).values(words=None))


class _holds(GenericFunction[bool]):  # noqa: N801 - a function of SQL
    """Whether bytes stand somewhere in others: each database has its own word for it."""

    type = Boolean()
    inherit_cache = True


@compiles(_holds, "sqlite")
def _in_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    whole, part = (compiler.process(one, **options) for one in element.clauses)
    return f"instr({whole}, {part}) > 0"


@compiles(_holds, "postgresql")
def _in_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    whole, part = (compiler.process(one, **options) for one in element.clauses)
    return f"position({part} in {whole}) > 0"
