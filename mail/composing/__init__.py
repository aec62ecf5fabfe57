"""Compose outgoing email as MIME."""
