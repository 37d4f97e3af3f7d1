"""Tools that start, drive and observe the products, for tests and benchmarks; no tests here."""
