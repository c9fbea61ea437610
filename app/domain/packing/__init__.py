"""What goes into the messages of one model call, within a budget of tokens."""

from app.domain.packing.messages import pack

__all__ = ["pack"]
