"""Where and when players are told of notices, for the API and the pages."""
