"""Learned alignment of a message with what is known: which facts it changes, ends, turns round or says again."""
