"""Renders messages and boards as text, HTML, SVG, calendar entries and JSON."""
