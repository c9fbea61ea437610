"""How the summary of a session stands, for those who show it."""

import logging
from datetime import UTC, datetime

from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.service.ports.summaries import SummaryPacing, SummaryState, SummaryStore, SummaryWindow

log = logging.getLogger(__name__)


class SummaryView:
    """Reads summaries from the record, and lets working memory show what stands there."""

    def __init__(self, store: SummaryStore, window: SummaryWindow, pacing: SummaryPacing) -> None:
        self._store = store
        self._window = window
        self._pacing = pacing

    async def state(self, owner: Owner, session_id: str) -> SummaryState | None:
        """Return the summary and what waits for it; None for a session that Postgres does not know."""
        return await self._store.state(owner, session_id, self._pacing, now=datetime.now(UTC))

    async def refresh(self, owner: Owner, session_id: str) -> None:
        """Let working memory show what the record has now: after a change of messages may have dropped the summary."""
        try:
            state = await self.state(owner, session_id)
            if state is not None:
                await self._window.put_summary(owner, session_id, state.summary, version=state.version)
        except StoreUnavailable as error:
            log.warning("a session may show its summary as it was before: %s", error)
