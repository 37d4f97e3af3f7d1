"""The past of games: events, replays, variations."""
