"""Connections to Redis and Valkey: clients, scripts, and checks at the start.

They are independent of the stored data. Start with `clients.py`.
"""
