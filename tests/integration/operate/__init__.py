"""What an operator reads and runs: commands, logs, metrics, `compose.yaml` and the root README, as written.

Start with `test_supervisor.py`.
"""
