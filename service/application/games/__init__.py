"""Features of games outside their logs: visibility, lists, seats, comments, notes, studies and more.

Changes to a game itself go through `replays/commands`. It may import `notices`, `people` and the layers below
them; no Flask, no marshmallow. Start with `visibility.py`.
"""
