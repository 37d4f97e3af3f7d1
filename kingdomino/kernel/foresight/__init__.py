"""The compiled search of the bot `strong-2`, in the base game with a limit; import it if the kernel runs.

Games are played out with an eye on what regions can still become, and endings of duels are searched to the
end (`docs/play/bots.md`). All numbers are integers, so a position and a seed give the same move on every
machine. Python sees `search.best_move`, `search.plain_move` and `duels.solved`. It imports `tables`,
`kingdoms`, `greedy` and `draws` of the kernel; only `policies.farsighted` imports it. Start with `search`.
"""
