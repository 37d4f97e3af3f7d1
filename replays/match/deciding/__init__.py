"""The decisions about a game: pure functions from a match and a request to drafts, or a refusal."""
