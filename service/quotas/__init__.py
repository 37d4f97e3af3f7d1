"""How much and how often: counters, throttles, streams, storage."""
