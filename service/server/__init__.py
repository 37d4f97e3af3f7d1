"""The processes: the parent, its children, gunicorn."""
