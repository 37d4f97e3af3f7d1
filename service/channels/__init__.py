"""How players are told of their notices where no page is open: channels, and when each may tell."""
