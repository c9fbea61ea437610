"""What people say about themselves, taken out of a conversation by rules: no model, no I/O."""
