"""Reports and decisions, for the API and the pages."""
