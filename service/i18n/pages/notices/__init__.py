"""What the pages of notices say, and those of their channels."""
