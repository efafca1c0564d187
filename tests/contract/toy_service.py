"""A small whole service, as short as any: what a new part has to write. Run as a process by `test_service`."""

import os
import sys
from pathlib import Path

from sqlalchemy import text

from chassis.bus import Message
from chassis.common_settings import ChassisSettings
from chassis.group_commit import GroupCommit
from chassis.outbox import OutboxRow
from chassis.service import Service, run
from chassis.settings import load
from chassis.subjects import ANY, pattern, subject


async def build(service: Service) -> None:
    """Counts what it is asked to count, and publishes each count."""
    outbox = service.outbox

    async def count(connection, items):  # type: ignore[no-untyped-def]
        rows = []
        for campaign in items:
            answer = await connection.execute(
                text(
                    "INSERT INTO head (id, seq) VALUES (:id, 1) ON CONFLICT (id) DO UPDATE SET seq = head.seq + 1 "
                    "RETURNING seq"
                ),
                {"id": campaign},
            )
            seq = answer.scalar_one()
            rows.append(
                OutboxRow(
                    key=f"1.{campaign}.{seq}",
                    ordering=campaign,
                    position=seq,
                    subject=subject("campaign", campaign),
                    body=str(seq).encode(),
                    created=service.clock.now(),
                )
            )
        await outbox.add(connection, rows)
        return rows

    writer = GroupCommit(service.database, count, key=lambda item: item, metrics=service.metrics)
    writer.start(service.background)

    async def answer(message: Message) -> bytes:
        row = await writer.submit(message.key)
        outbox.publish_soon([row])
        return row.body

    async def crash() -> None:
        await service.clock.sleep(service.limits.call)
        raise ZeroDivisionError

    if os.environ.get("CRASH"):
        service.spawn("crash", crash())
    await service.serve_rpc([])
    await service.bus.serve(pattern("play", "engine", ANY), "engine", answer, service.workers)


if __name__ == "__main__":
    sys.exit(run("engine", load(ChassisSettings, os.environ), build, migrations=Path(__file__).parent / "migrations"))
