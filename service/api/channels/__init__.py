"""Channels of notices: preferences, muted games, and the operations of each channel."""
