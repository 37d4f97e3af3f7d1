"""The pages of a player's notices and channels.

The operations are in `service/application/channels` and `service/application/notices`. Templates:
`../../templates/notices` and `../../templates/account`. Start with `inbox.py`.
"""
