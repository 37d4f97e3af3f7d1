"""Collections: lists of games that a player puts together in any order, with notes.

A collection is private, shared by a link, or public. `shown.py` decides which games of a collection a viewer
sees. Start with `collection.py`.
"""
