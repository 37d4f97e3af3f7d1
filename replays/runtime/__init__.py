"""Facilities of every process: settings, log records, stop signals, files, a cache.

It imports nothing of this project. Start with `settings/settings.py`.
"""
