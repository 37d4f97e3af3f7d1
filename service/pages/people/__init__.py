"""The pages of players, without scripts.

Reports and moderators are in `../moderation`. The operations are in `../../shared/people.py` and
`../../shared/ratings.py`. Templates: `../../templates/people`. Start with `players.py`.
"""
