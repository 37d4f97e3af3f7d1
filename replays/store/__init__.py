"""Connections to Redis and Valkey: clients, scripts, and checks at the start."""
