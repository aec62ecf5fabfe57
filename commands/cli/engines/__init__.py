"""Commands about robots and engines."""
