"""The projection of the feeds into inboxes."""
