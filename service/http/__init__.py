"""What every request passes: authentication, limits, problems, the request log."""
