"""The log on Redis Streams: one stream per game, and one script for appends.

Keys of one partition share a hash tag, so that one script can use all of them on a cluster
(`docs/understand/log.md`). Start with `event_log.py`.
"""
