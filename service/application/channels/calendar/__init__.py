"""The deadlines of a player as an iCalendar feed at a secret link."""
