"""Notices: what players are told of their games, once and in order, as a projection of the feeds."""
