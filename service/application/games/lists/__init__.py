"""Lists of games, as pages and the API show them.

The log's own listings are in `replays/log/listing.py`. Start with `fair_pages.py`.
"""
