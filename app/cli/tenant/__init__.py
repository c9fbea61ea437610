"""A whole tenant out into a folder, and back in."""
