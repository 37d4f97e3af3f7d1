"""The inboxes of players, and their notices in words."""
