"""Long runs: the large counts, on the whole service, of what `make test` shows with small ones."""
