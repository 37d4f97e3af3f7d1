"""Public data of players, and the players whom a player follows, blocks and mutes."""
