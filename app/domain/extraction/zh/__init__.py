"""Statements in Chinese: `extract_zh` of `reader`, and a module a topic."""
