"""Statements in Japanese: `extract_ja` of `reader`, and a module a topic."""
