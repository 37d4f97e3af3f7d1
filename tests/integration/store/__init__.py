"""The server below the log: its kinds, its faults and its copies."""
