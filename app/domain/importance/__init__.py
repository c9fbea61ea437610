"""How much a memory matters, 0 to 1, by rules alone: kinds of sayings in several languages."""

from app.domain.importance.score import Importance, score_importance

__all__ = ["Importance", "score_importance"]
