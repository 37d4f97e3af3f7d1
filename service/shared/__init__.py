"""What the API and the pages share in serving requests."""
