"""The pages of a player's notices and channels.

The operations are in `../../shared/channels`. Templates: `../../templates/notices` and
`../../templates/account`. Start with `inbox.py`.
"""
