"""Seats at tables: the seat quota of accounts and addresses, and rematches."""
