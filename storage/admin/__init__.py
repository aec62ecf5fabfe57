"""Repositories for admins: the audit log and overviews."""
