"""Players in the database, and everything stored about them."""
