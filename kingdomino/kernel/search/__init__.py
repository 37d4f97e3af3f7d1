"""The compiled search of the bot `strong`; import its modules only if the kernel runs."""
