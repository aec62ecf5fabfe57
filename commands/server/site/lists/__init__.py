"""Rows of the site's lists: boards, players and results, as templates show them."""
