"""The interface of the log: events, feeds, listings, the schedule, tombstones.

It is independent of the storage; `replays/streams` implements it on Redis Streams. The protocol `EventLog`
and its errors are in `event_log.py`, the other modules are its parts; `life.py` and `works.py` are apart
from the log. Start with `event_log.py`.
"""
