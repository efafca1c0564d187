"""The end of a socket whose line is gone already."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketDisconnect

from services.gateway.stream import Socket


@pytest.mark.parametrize("gone", [WebSocketDisconnect(1006), RuntimeError("closed already")])
async def test_who_went_first_is_no_fault(gone: Exception) -> None:
    """A browser that was silent for too long may be gone when it is told so."""

    async def close(code: int, reason: str) -> None:
        raise gone

    await Socket._end(cast(Any, SimpleNamespace(_line=SimpleNamespace(close=close))), 4408, "silent for too long")
