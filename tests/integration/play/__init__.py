"""Games over HTTP."""
