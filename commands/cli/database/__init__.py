"""Commands that back up, move and upgrade the database, and that export and import games."""
