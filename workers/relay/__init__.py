"""From the log's feeds to jobs, in a fair order.

It stores nothing durable, because the log has all due work. It imports `workers.queue`, `workers.jobs` and
`workers.outage`, and nothing of `workers.worker`. Start with `relay.py`.
"""
