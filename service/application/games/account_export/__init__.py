"""The export of an account: everything stored about it, for its owner."""
