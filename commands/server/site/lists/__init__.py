"""Rows of the site's lists, such as boards, players and results, for templates."""
