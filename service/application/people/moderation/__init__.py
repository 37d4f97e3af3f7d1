"""Reports of texts, moderators' views and decisions, and their enforcement.

Every report, view and decision is an entry of one append-only stream. A new kind of text is a `SubjectKind`
in `subjects.py`, a finder in `service/application/moderating/finding.py`, and its words in
`service/application/i18n/moderation.py`. Code that shows such texts must call `hidden()`. Start with
`subjects.py`.
"""
