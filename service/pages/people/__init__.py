"""The pages of players, without scripts.

Reports and moderators are in `../moderation`. Templates: `../../templates/people`. Start with
`players.py`.
"""
