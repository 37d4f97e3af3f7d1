"""Who may do what with an account, and what was done."""
