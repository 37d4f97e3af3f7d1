"""Tests that apply to every page, and pages without a folder of their own.

Tests of every page are about sizes and colour schemes, accessibility (axe), use without scripts, weight,
first paint, the shared live stream, and a lost connection. A new page adds its address to the list in
`test_pages.py`. Start there.
"""
