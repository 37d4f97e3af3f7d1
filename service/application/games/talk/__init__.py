"""Talk at tables: short messages, stored outside the log.

Each text is stored in its author's account (`docs/play/talk.md`). Of `service` it imports `games/`,
`quotas/`, `people/moderation/` and `account_keys.py` only; no Flask. Start with `rooms.py`.
"""
