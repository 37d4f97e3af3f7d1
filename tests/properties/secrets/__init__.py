"""What viewers and players must not learn."""
