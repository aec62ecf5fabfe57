"""Renders content as plain text for emails and the shell."""
