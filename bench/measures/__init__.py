"""The measures: each gives its rows."""
