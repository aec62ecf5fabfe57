"""The site: static pages of boards, games and players, made from the database."""
