"""Pages of the channels of notices."""
