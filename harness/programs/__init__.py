"""Commands as processes.

Start with `commands.py`.
"""
