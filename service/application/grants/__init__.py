"""The lasting grants of an account: everything that works on after the session that created it (ADR 43).

To add a kind, declare it in `registry.py`. The tests walk the registry: they create a grant of each kind with
a stolen session, reset the password, and check that the grant is dead and that the audit has both entries.
Start with `registry.py`.
"""
