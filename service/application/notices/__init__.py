"""Notices about games to their players, each once and in order: a projection of the feeds."""
