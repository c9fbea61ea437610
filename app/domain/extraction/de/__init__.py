"""Statements in German: `extract_de` of `reader`, and a module a topic."""
