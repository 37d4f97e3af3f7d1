"""Moves an installation, with its games, accounts and keys, to a store of any other server."""
