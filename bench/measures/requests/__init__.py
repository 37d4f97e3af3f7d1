"""Measures of requests, one by one and under load, on the service with its default settings.

A client that is refused with 429 ends the measure (`../../wire.py`). Start with `moving.py`.
"""
