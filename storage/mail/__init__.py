"""Repositories of incoming and outgoing mail."""
