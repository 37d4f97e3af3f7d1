"""Cases of the contract tests on the own account."""
