"""Property tests: invariants that hold for all inputs that Hypothesis generates."""
