"""Talk at tables: short messages, stored outside the log.

Each text is stored in its author's account (`docs/play/talk.md`). Of subjects it imports `games/` and
`people/moderation/` only. Start with `rooms.py`.
"""
