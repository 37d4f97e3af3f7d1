"""Measures of requests and of the web server."""
