"""Tests of the lasting grants of accounts."""
