"""The commands that copy and move an installation; the work is done in `service/ops`.

They import what they need when they run, as those in `commands` do. Start with `backup.py`.
"""
