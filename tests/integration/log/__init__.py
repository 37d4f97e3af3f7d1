"""Event logs and stores of inboxes, in memory and on servers."""
