"""The process that runs jobs, and its background threads for tasks that block on other services.

Several workers may run at once. The folder imports `workers.queue`, `workers.jobs` and `workers.outage`, and
nothing of `workers.relay`. Start with `worker.py`.
"""
