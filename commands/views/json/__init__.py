"""Content as JSON, with its schemas."""
