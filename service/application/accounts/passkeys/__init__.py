"""Passkeys (WebAuthn Level 3): a second way to sign in, beside e-mail and password (ADR 81).

The store has public keys only, in the account's slot: a passkey names its player when it signs in, so no
index leads from keys to accounts. `webauthn` is imported by the first check of a passkey, because that takes
0.3 s of CPU and 17 MB. Start with `passkeys.py`.
"""
