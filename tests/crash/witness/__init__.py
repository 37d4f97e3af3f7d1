"""A witness that is killed while a log submits checkpoints to it."""
