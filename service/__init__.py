"""The Flask API, the web pages, the live updates, the settings and the command line."""
