"""A transformer encoder in NumPy: pieces of a text, and a vector for each that depends on all the others."""
