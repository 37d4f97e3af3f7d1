"""Clients and servers that hide nothing."""
