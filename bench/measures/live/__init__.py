"""Measures of streams of server-sent events: how many, and how late they are.

Start with `streaming.py`.
"""
