"""Channels: notify players who have no page open, at the times that their preferences allow.

A channel reads the inboxes of `../notices` by position. To add a channel, implement `Channel`, and name it in
`target.py`, `offered.py` and `workers/worker/delivering/couriers.py`. Each channel has its own queue of RQ
jobs (`workers/jobs/delivering.py`). May import `games` and the packages below it, and no Flask. Start with
`delivering/courier.py`.
"""
