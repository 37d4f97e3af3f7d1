"""The tools with which the service is tested, built and released."""
