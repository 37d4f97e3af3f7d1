"""Features of games outside their logs: visibility, lists, seats, comments, notes, studies and more."""
