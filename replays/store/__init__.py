"""Connections to Redis and Valkey: clients, scripts, checks at the start."""
