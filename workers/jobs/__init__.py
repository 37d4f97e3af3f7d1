"""The tasks of workers, one module for each."""
