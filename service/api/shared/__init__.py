"""Code shared by all subjects: blueprints, guards, request parsing, responses, errors.

Code that the pages need too is in `service/shared`. Imports no subject of the API. Start with
`blueprints.py`.
"""
