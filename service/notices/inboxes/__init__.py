"""The inboxes of players."""
