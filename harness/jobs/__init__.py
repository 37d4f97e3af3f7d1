"""Workers and relays under a test's control.

Start with `site.py`.
"""
