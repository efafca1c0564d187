"""A service's refusals as problems for the wire: its core says codes and numbers, its table kinds and sentences."""

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

from chassis.problems import Kind, Problem

P = ParamSpec("P")
T = TypeVar("T")
E = TypeVar("E", bound=Exception)


class RefusalTable(Generic[E]):
    """Turns exceptions with a `code` and a `detail` into problems that clients translate by both."""

    def __init__(self, refused: type[E], sentences: Mapping[Any, tuple[Kind, str]]) -> None:
        """:param sentences: by code: whose fault it is, and what is said; `{name}` stands for a detail."""
        self._refused = refused
        self._sentences = sentences

    def problem_of(self, refused: Any) -> Problem:
        """The problem a refusal becomes."""
        code: StrEnum = refused.code
        kind, sentence = self._sentences[code]
        return Problem(code.value, kind, sentence.format_map(refused.detail), detail=refused.detail)

    def telling(self, use_case: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        """A use case that tells its refusals as problems."""

        @wraps(use_case)
        async def told(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return await use_case(*args, **kwargs)
            except self._refused as refused:
                raise self.problem_of(refused) from refused

        return told
