"""Importance that a chat model gave to messages which the rules could not judge."""

from collections.abc import Mapping

from app.adapters.postgres.database import Database
from app.adapters.postgres.rows import owner_values
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner


class PostgresImportance:
    """`app.service.model_importance.ImportanceStore` on PostgreSQL; from `embed_from` on a message gets a vector."""

    def __init__(self, database: Database, *, embed_from: float) -> None:
        self._database = database
        self._embed_from = embed_from

    async def change_importance(self, owner: Owner, session_id: str, changes: Mapping[int, tuple[float, float]]) -> int:
        """Give messages (by seq) a new importance in place of the old, (was, is), unless they were changed meanwhile.

        Returns how many rows were changed (a long message has several).
        """
        if not changes:
            return 0
        values = owner_values(owner)
        async with self._database.transaction(owner) as connection:
            locked = await (await connection.execute(SQL["owner.bump"], values)).fetchone()
            parameters = {
                **values,
                "session_id": session_id,
                "seqs": list(changes),
                "were": [was for was, _ in changes.values()],
                "importances": [value for _, value in changes.values()],
                "embed_from": self._embed_from,
                "changed": locked[0] if locked else 0,
            }
            row = await (await connection.execute(SQL["importance.change"], parameters)).fetchone()
            return int(row[0]) if row else 0
