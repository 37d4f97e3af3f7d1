"""Cases of the contract tests on comments, talk and moderation."""
