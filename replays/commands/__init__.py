"""The command handlers: load the aggregate, decide, append."""
