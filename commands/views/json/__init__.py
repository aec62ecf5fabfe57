"""Renders content as JSON, and provides its schemas."""
