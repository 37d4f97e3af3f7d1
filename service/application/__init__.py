"""What the service does for its users, without Flask: accounts, games, notices, sentences, pictures."""
