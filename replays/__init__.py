"""The event log of games: event codec, log on Redis Streams, projections, replay and time travel."""
