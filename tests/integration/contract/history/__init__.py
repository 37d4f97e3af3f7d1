"""Cases of the contract tests on pictures, reviews and variations."""
