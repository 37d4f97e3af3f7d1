"""The tools with which the service is tested, built and released.

Start with `test_requirements.py`.
"""
