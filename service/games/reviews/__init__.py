"""Reviews of finished games: wanted by players, made by workers, kept by the hash of what they are of."""
