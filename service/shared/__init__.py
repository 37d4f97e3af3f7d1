"""Code that the API and the pages share to serve requests."""
