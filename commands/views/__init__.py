"""Content as text, HTML, SVG, calendar entries and JSON."""
