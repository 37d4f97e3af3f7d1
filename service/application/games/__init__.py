"""Features of games outside their logs: visibility, lists, seats, comments, notes, studies and more.

Changes to a game itself go through `replays/commands`. Start with `visibility.py`.
"""
