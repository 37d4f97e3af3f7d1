"""The lasting grants of an account: everything that works on after the session in which it was created."""
