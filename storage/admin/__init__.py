"""Repositories for admins, and copies of the database: audit log, overviews, problems, dumps."""
