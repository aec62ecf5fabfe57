"""Repositories for admins and nodes, and copies of the database: audit log, leases, keys, dumps."""
