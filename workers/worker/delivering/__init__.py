"""Sending to players: the e-mails of accounts, and notices over their channels."""
