"""What a worker sends to players: e-mails, and notices by their channels."""
