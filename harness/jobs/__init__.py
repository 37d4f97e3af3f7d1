"""Workers and relays under a test's control."""
