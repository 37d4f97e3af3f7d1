"""The page of a replay: steps, words, comments, other choices, imported games."""
