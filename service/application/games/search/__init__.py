"""The search for finished games."""
