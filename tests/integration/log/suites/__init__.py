"""Contracts of every event log and every store of inboxes."""
