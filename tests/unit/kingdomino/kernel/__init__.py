"""Tests of the compiled kernel: it plays exactly as the rules do."""
