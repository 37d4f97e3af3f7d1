"""What belongs to games beside their logs: visibility, lists, seats, comments, notes, studies."""
