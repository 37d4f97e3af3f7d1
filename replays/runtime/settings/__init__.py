"""The settings of every process: declared once, read from the environment, explained in generated texts."""
