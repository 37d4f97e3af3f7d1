"""Credentials: the e-mail address and the password of an account."""
