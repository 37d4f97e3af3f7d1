"""The encoding of values as bytes: canonical JSON, hashes, the chain, signatures and ids."""
