"""The embedded store: a real server, private and durable, one for each data folder."""
