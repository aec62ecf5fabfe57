"""The site: static pages of boards, games and players, and the process that makes them."""
