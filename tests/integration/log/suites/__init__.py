"""What every event log and every store of inboxes must do."""
