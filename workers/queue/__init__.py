"""The queue of jobs between the relay and the workers.

`known_job.py` is the only kind of RQ job that workers run; a forged record runs nothing else. Each attempt is
a separate job. `replays/runtime/worker_registry.py` has the names of the queues. It imports
`workers.jobs`. Start with `job_queue.py`.
"""
