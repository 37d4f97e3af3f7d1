"""The settings of every process: declared once, read from the environment, documented by generated texts."""
