"""The queue of jobs between the relay and the workers."""
