"""Clients that know the API's document only."""
