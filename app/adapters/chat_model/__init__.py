"""A chat model behind HTTP, for background work, and the book of its calls in Redis."""
