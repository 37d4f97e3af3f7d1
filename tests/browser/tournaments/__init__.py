"""Browser tests of the pages of tournaments."""
