"""What the director of a tournament sees before acting: the next pairing with warnings, and late tables.

Everything here is computed from the record and the games, and nothing of it is stored. Start with
`preview.py`.
"""
