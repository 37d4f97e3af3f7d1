"""Accounts: profiles, names, credentials, tokens and sessions.

The store holds only hashes of tokens and passwords. Of `service` it may import `account_keys.py`, `quotas`,
`problem.py` and `i18n`. Start with `sessions.py`.
"""
