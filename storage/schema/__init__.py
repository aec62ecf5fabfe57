"""The database schema: create, check and upgrade its tables."""
