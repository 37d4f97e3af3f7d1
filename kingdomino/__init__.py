"""The rules of Kingdomino as a pure machine: no I/O, no clock, no randomness of its own, no mutation."""
