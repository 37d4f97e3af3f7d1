"""The past of games: events, replays, variations, continuations, reviews, studies."""
