"""Seats at tables: how many an account may take, and rematches."""
