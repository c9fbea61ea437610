"""How much a memory matters, 0 to 1, without a language model: learned classes, and kinds of sayings by rules."""

from app.domain.importance.kinds import kinds_of
from app.domain.importance.score import Importance, score_by_rules, score_importance

__all__ = ["Importance", "kinds_of", "score_by_rules", "score_importance"]
