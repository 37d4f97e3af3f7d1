"""Kills and cuts of the relay and the workers.

A job is repeated until it succeeds, and takes effect once. Start with `test_cut_jobs.py`.
"""
