"""The kinds of notices: the source and the sentence of each.

The functions of a kind are pure: they compute drafts from what happened, and a sentence from a notice. To add
a kind, declare a `NoticeKind` in the registry (`docs/extending.md`). A module may import `../notice.py`,
`../alarms.py` and `i18n/`. Start with `registry.py`.
"""
