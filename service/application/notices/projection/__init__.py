"""The projection: turns the entries of the feeds into notices in inboxes.

Its output depends on the log alone (`docs/understand/notices.md`); a worker runs it. A module may import
`../kinds` and the interface of `../inboxes`. Start with `projector.py`.
"""
