"""The words of the pages of notices and of their channels."""
