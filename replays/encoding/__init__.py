"""How values become bytes: canonical JSON, hashes, the chain, signatures and ids."""
