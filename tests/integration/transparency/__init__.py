"""The public log of a running service, read as strangers read it."""
