"""Tests of the data of an account as a whole: what is kept, exported and erased."""
