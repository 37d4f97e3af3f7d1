"""What one client may cost the others."""
