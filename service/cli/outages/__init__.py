"""The command `outages`."""
