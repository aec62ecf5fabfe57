"""Content as text, HTML, calendar entries and JSON."""
