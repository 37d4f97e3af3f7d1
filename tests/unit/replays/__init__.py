"""Tests of `replays`; those of the store's check start servers of their own."""
