"""Moves an installation, with its games, accounts and keys, to a store of any other server.

`kingdomino export-installation` writes all that a store has into a folder, and `import-installation` carries
it out in an empty store. The form does not depend on the server's version (ADR 52). The manual is
`docs/operate/moving.md`. It uses no Flask. Start with `exporting.py`.
"""
