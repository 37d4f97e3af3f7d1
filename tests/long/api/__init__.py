"""Clients that know only the OpenAPI document of a running service.

Start with `client.py`.
"""
