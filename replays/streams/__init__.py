"""The log on Redis Streams: one stream per game, and one script for appends."""
