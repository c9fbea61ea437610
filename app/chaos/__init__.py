"""Breaks a running service on purpose and counts what is left. Nothing here is part of serving."""
