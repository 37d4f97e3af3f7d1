"""The names by which the relay and the workers are found in the stores."""

RELAY = "relay"
"""The consumer group of the relays."""
QUEUE = "jobs"
"""The queue of the jobs that games wait for."""
OLD_QUEUE = "scoring"
"""What the queue was called in the previous release; its jobs are still done (`workers.queue.job_queue`)."""
