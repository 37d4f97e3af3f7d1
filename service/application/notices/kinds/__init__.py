"""The kinds of notices: source, sentence, words, page, e-mail and time of each.

The functions of a kind are pure: they compute drafts from what happened, and a sentence from a notice. To add
a kind, declare a `NoticeKind` in a module and list it in the registry (`docs/extending.md`). A module may
import `../notice.py`, `../alarms.py`, `i18n/` and the decisions of `people/moderation/`. Start with
`kind.py`.
"""
