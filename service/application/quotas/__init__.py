"""Limits and quotas: counters, throttles, live streams, storage.

They are counted in the store or in a process; `tallies.py` counts requests in both. Requests are counted in
`accounts/admission.py` and limited in `http/rate_limits.py`, seats in `games/seats/seat_quota.py`. Start with
`counters.py`.
"""
