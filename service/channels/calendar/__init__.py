"""The deadlines of a player as an iCalendar feed, by a secret link."""
