"""Statements in Spanish: `extract_es` of `reader`, and a module a topic."""
