"""Clients and servers that expose every detail."""
