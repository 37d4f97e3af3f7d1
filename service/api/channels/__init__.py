"""Where and when players are told of their notices: preferences, mutes, and the channels' own operations."""
