"""Texts that accounts write about games, stored outside the logs."""
