"""The compiled search of the bot `strong`; import its modules only if the kernel runs.

It plays each promising move out many times (`docs/play/bots.md`). All numbers are integers, so a position and
a seed give the same command on every machine. Python sees only `moves.best_command` and `worlds.counted`. It
imports `tables`, `kingdoms` and `draws` of the kernel, and only `policies.strong` imports it. Start with
`moves`.
"""
