"""Reports and decisions, for the API and the pages.

The reports and decisions themselves are in `service/application/people/moderation`. Only `cases.py` shows a
text to a moderator. A list of cases takes as many round trips to the store as one case: its data is read for
the whole page at once. Start with `finding.py`.
"""
