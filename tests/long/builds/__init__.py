"""The release, the wheel and the compiled kernel.

What is built from the repository. Start with `wheel.py`.
"""
