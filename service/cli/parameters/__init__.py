"""The parameters that several commands share."""
