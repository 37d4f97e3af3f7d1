"""Access to accounts: scopes and last use of tokens, suspensions, and the audit."""
