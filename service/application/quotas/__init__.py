"""Limits and quotas: counters, throttles, live streams, storage."""
