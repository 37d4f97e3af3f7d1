"""The sentences of the command line, besides those that it shares with pages. Start with `audit.py`."""
