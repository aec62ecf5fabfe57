"""Migrations of the database from older versions of pbm, by alembic."""
