"""Credentials: the e-mail address and the password of an account.

Only the Argon2id hash of a password is stored. From the rest of `accounts` it imports Lua scripts only: those
of `../tokens.py`, since a new password ends sessions, and of `../targets.py`. It never imports
`../sessions.py`. Start with `credentials.py`.
"""
