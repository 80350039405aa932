"""pytest fixtures."""
