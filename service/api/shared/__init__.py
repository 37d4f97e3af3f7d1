"""Code shared by all subjects: blueprints, guards, request parsing, responses, errors."""
