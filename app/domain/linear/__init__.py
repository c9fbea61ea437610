"""Linear classification of sparse named features: weights that are learned once and looked up ever after."""

from app.domain.linear.model import LinearModel, WeightSum, read_model, write_model

__all__ = ["LinearModel", "WeightSum", "read_model", "write_model"]
