"""Channels: notify players who have no page open, at the times that their preferences allow."""
