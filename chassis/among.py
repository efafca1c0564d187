"""Rows named by several columns at once, `WHERE (a, b) IN ((1, 2), (3, 4))`, found by the index on both databases.

SQLite takes the index for such a list only if it has one member; for two it reads the whole table, however long it is.
From a subquery it takes the index always, so the list goes as one JSON text, and its SQL is the same for any length.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Dialect,
    Text,
    TypeDecorator,
    bindparam,
    cast,
    column,
    literal_column,
    select,
    tuple_,  # noqa: TID251
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


def among(columns: Sequence[Column[Any]], rows: str | Sequence[Sequence[Any]]) -> ColumnElement[bool]:
    """The condition that a row's columns, in this order, are one of these.

    :param rows: values of text and whole numbers, or the name of the parameter by which they come.
    """
    given = bindparam(rows, type_=_Rows) if isinstance(rows, str) else bindparam(None, rows, type_=_Rows)
    each = _members(given).table_valued(column("value", Text))
    picked = (cast(_item(each.c.value, literal_column(str(place))), one.type) for place, one in enumerate(columns))
    return tuple_(*columns).in_(select(*picked))


class _Rows(TypeDecorator[Sequence[Sequence[Any]]]):
    """Rows as JSON, a list of lists."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ARG002
        return msgspec.json.encode(value).decode()


class _members(GenericFunction[Any]):  # noqa: N801 - a function of SQL
    """A JSON list as a table: each database has its own word for it."""

    inherit_cache = True


class _item(GenericFunction[str]):  # noqa: N801 - a function of SQL
    """What stands at a place of a JSON list, as text."""

    type = Text()
    inherit_cache = True


@compiles(_members, "sqlite")
def _members_in_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **options)})"


@compiles(_members, "postgresql")
def _members_in_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    return f"jsonb_array_elements(CAST({compiler.process(element.clauses, **options)} AS jsonb))"


@compiles(_item, "sqlite")
def _item_in_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    members, place = (compiler.process(one, **options) for one in element.clauses)
    return f"json_extract({members}, '$[{place}]')"


@compiles(_item, "postgresql")
def _item_in_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    members, place = (compiler.process(one, **options) for one in element.clauses)
    return f"({members} ->> {place})"
