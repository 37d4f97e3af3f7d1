"""The search of the bot `strong`, compiled; import its modules only where the kernel runs."""
