"""All that is kept about an account, for its owner."""
