"""Seats at tables: the seat quota of accounts and addresses, and rematches.

Both come before a command of `replays/commands`, and decide nothing about the game itself. Who may see a
table is decided in `../visibility.py`. Start with `seat_quota.py`.
"""
