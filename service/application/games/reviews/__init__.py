"""Reviews of finished games: requested by players, computed by workers, stored by the record's hash."""
