"""What workers do, one module a subject."""
