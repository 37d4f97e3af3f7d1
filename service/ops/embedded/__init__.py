"""The embedded store: a private, durable Valkey or Redis server, one for each data folder.

It uses no Flask. Start with `embedded_store.py`.
"""
