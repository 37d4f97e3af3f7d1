"""Middleware for every request: authentication, rate limits, problems, the request log."""
