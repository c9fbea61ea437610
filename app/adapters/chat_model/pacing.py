"""When sessions are due for their summaries, as the settings say; every process knows it, whoever writes them."""

from app.service.ports.summaries import SummaryPacing
from app.settings import Settings


def summary_pacing(settings: Settings) -> SummaryPacing:
    """Return when sessions are due for their summaries."""
    return SummaryPacing(
        rounds=settings.summary_every_rounds,
        tokens=settings.summary_every_tokens,
        silence_seconds=settings.summary_silence_seconds,
        session_ttl_seconds=settings.session_ttl_seconds,
        least_tokens=settings.summary_least_tokens,
    )
