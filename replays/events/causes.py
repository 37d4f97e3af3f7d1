"""What can have caused an event: the values of `cause` in the log, and the actor that is no player."""

PLAYER = "player"
"""A player asked for it."""

PLAN = "plan"
"""A player had planned it beforehand."""

BOT = "bot"
"""A bot chose it."""

TIMEOUT = "timeout"
"""A time was up: of the seat to act, or of a table that waited for players."""

SYSTEM = "system"
"""It followed by itself; and the actor of all that no player did."""
