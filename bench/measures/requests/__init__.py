"""Measures of single requests and of the web server."""
