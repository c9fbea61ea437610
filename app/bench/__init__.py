"""Measures a running service from outside, over HTTP: how well it finds (`bench recall`), how fast it is (`bench`)."""
