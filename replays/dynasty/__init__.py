"""The record of a dynasty (R13): a stream of its own, which starts games and adds up their results."""
