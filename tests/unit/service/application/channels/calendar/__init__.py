"""The calendar of deadlines."""
