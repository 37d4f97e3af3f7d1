"""How players are told of notices where no page is open."""
