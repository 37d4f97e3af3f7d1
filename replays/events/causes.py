"""The causes of events: the values of `cause` in the log, and the actor that is no player."""

PLAYER = "player"
"""A player's request."""

PLAN = "plan"
"""A player's plan."""

BOT = "bot"
"""A bot's choice."""

TIMEOUT = "timeout"
"""A time-out: of the seat to act, or of a table that waited for players."""

OPERATOR = "operator"
"""A declaration of whoever runs the service or directs a tournament."""

SYSTEM = "system"
"""An automatic consequence; also the actor of all events that no player caused."""
