"""Kills and cuts of the relay and the workers."""
