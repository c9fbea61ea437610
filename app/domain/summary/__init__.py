"""Running summaries of sessions: what they hold, how they are made without a model, and how a model's are checked."""
