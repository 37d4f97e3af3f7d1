"""The rules, one by one, in positions worked out by hand."""
