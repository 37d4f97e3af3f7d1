"""The API is what its document says."""
