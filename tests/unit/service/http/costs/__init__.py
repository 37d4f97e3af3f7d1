"""Unit tests of the limits on what one request may cost."""
