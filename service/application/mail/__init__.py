"""E-mail: the outbox in the store, and the mail server."""
