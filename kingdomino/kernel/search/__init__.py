"""The compiled search of the bot `strong-1`; import its modules only if the kernel runs.

It plays each promising move out many times (`docs/play/bots.md`). All numbers are integers, so a position and
a seed give the same command on every machine. Python sees `moves.best_command`, `worlds.counted`, and
`endings.endings`, which plays games of Origins out for reviews. It imports `tables`, `kingdoms` and `draws`
of the kernel, and only `policies.strong` and `review` import it. Start with `moves`.
"""
