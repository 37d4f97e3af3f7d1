"""Cases of the contract tests on the caller's own account."""
