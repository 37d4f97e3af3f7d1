"""Long runs: the checks of the tests on the whole service, repeated many more times."""
