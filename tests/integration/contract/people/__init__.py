"""Cases of the contract tests on people."""
