"""Chat and messages in replies."""
