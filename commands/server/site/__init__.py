"""The site: static web pages of boards, games and players, made from the database."""
