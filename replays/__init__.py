"""The record of a game: event codec, log on Redis Streams, projections, replay and time travel."""
