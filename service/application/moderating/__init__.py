"""Reporting texts, and moderators' cases and decisions.

The reports and decisions themselves are in `service/application/people/moderation`. Only `cases.py` shows a
text to a moderator. A list of cases takes as many round trips to the store as one case: its data is read for
the whole page at once. May import what `games` may. Start with `finding.py`.
"""
