"""Tests that apply to every page, and pages without a folder of their own."""
