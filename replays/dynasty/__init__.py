"""The event log of a dynasty (R13): a separate stream that starts games and adds up their results."""
