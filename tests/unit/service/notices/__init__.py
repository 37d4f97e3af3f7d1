"""What players are told, by the log alone."""
