"""Chat messages of one user, page by page, for training."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Final

from app.adapters.postgres.database import Database
from app.adapters.postgres.rows import owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner
from app.service.ports.finetune import SaidTurn

PAGE_ROWS: Final = 1_000


class PostgresFineTune:
    """`app.service.ports.TurnReader` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read_turns(self, owner: Owner) -> AsyncIterator[SaidTurn]:
        """Messages in the order said, session by session; no connection is held while the caller writes."""
        place = {"session_id": "", "seq": -1, "part": -1}
        while True:
            parameters = {**owner_values(owner), **place, "now": datetime.now(UTC), "limit": PAGE_ROWS}
            rows = await self._database.fetch_all(SQL["finetune.turns"], parameters)
            for session_id, seq, part, round_no, role, content, trust in rows:
                place = {"session_id": session_id, "seq": seq, "part": part}
                yield SaidTurn(session_id, round_no or 0, role, content, part, short(trust))
            if len(rows) < PAGE_ROWS:
                return
