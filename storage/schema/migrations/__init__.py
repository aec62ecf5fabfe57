"""Alembic migrations of the database from older versions of pbm."""
