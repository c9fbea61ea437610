"""The graph of one user: entities and relations read off the fact versions. Pure."""
