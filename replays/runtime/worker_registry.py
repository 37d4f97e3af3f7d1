"""The names by which the relay and the workers are found in the stores."""

RELAY = "relay"
"""The consumer group of the relays."""
QUEUE = "scoring"
"""The queue of the jobs."""
