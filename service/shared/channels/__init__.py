"""Notices and their channels, for the API and the pages.

Start with `notice_preferences.py`.
"""
