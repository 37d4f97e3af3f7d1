"""Live updates: distributes the events of games to their followers.

`service/api/live/` opens streams, and `service/server/` sends them. Start with `hub.py`.
"""
