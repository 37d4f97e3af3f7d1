"""Live updates: distributes the events of games to their followers.

It may import `channels`, `games` and the layers below them; no Flask. `../api/live/` opens streams, and
`../server/` sends them. Start with `hub.py`.
"""
