"""The API conforms to its OpenAPI document."""
