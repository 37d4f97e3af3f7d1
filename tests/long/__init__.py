"""Long runs: the checks of `make test` on the whole service, repeated many more times."""
