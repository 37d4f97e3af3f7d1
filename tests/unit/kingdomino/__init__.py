"""Tests of the rules, each derived from a rule of the rulebooks, not from the code."""
