"""Calls to addresses that players name, which reach no private network."""
