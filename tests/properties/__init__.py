"""What holds for everything that Hypothesis can think of."""
