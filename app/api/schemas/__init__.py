"""The JSON of the contract as pydantic models, one module a group of routes."""
