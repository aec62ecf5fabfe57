"""The text of an email: its parts, HTML, attached files and reactions."""
