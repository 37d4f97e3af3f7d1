"""The process that does the jobs, and what it does in threads beside them."""
