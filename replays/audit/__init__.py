"""The audit of a game: the bundle with all evidence, and its verifier (`docs/organize/audit.md`)."""
