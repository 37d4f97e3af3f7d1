"""What viewers and players must not learn.

No byte of a secret reaches anybody but its owner: in responses, events, pages or log records. Start with
`test_secrets.py`.
"""
