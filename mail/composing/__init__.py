"""Composing outgoing mail as MIME."""
