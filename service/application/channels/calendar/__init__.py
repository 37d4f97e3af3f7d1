"""The deadlines of a player as an iCalendar feed at a secret link.

Calendar programs fetch the feed; the service sends nothing. Of `service` it imports `account_keys.py`, `i18n`
and `notices`, but no other part of `channels`. Only `feed.py` imports the library `icalendar`. Start with
`deadlines.py`.
"""
