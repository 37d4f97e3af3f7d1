"""Processes are killed without warning, and afterwards the record is audited."""
