"""Workers and relays at a test's command."""
