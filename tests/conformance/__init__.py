"""Facts and counts that were found elsewhere, each with its source."""
