"""Kills and cuts while games are played."""
