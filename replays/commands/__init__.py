"""The command handlers: load the aggregate, decide, append.

A change is one atomic append. No other package appends to a game. Start with `handler.py`.
"""
