"""Live updates: distributes the events of games to their followers.

It may import `channels`, `games` and the layers below them; no Flask. `service/api/live/` opens streams,
and `service/server/` sends them. Start with `hub.py`.
"""
