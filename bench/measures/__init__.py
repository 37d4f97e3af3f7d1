"""The measures; each yields rows."""
