"""Incoming and outgoing mail in the database."""
