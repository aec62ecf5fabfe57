"""Positions as drawings in SVG, for pages: pieces, squares and marks are coloured by classes."""
