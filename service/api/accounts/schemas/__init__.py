"""Schemas of requests, which marshmallow validates, and of responses, which it dumps."""
