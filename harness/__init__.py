"""What starts, drives and watches the products, for tests and benchmarks; no tests here."""
