"""The projection: turns the entries of the feeds into notices in inboxes."""
