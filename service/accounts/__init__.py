"""Who plays: profiles, credentials, tokens, sessions."""
