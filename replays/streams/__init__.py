"""The log on Redis Streams: one stream for each game, one script that appends."""
