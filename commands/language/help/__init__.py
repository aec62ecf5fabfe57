"""The text of help pages."""
