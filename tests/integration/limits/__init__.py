"""Tests of admission, rate limits, quotas and slow clients.

Every other suite switches the limits off (`harness/service.py`). Start with `test_limits.py`.
"""
