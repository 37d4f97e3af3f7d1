"""The audit of a game: the bundle that holds all it takes, and its check (`docs/organize/audit.md`)."""
