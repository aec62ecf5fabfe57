"""Draws positions as SVG for web pages.

Style classes give pieces, squares and marks their colors.
"""
