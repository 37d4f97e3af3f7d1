"""The process that does the jobs, and its background threads."""
