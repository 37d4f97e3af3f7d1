"""Web Push: notices in a player's browser, also while no page is open."""
