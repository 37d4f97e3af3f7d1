"""What players are told of games, and the channels that tell it."""
