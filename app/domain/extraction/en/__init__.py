"""Statements in English: `extract_en` of `reader`, and a module a topic."""
