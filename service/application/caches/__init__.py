"""In-memory caches of a web process, all of bounded size.

Imports only `replays`; uses neither Flask nor the store. Start with `answers.py`.
"""
