"""The routes of the contract, one module a group; `register` of each adds them to the application."""
