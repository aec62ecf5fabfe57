"""Commands that copy, move and upgrade the database, and bring games into it and out of it."""
