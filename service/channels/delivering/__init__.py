"""What is due to whom, and how it is sent, each notice once."""
