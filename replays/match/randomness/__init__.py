"""The secret seed of a game, and the draws that it fixes."""
