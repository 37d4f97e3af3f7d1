"""HTTP calls to URLs that players enter; they cannot reach private networks."""
