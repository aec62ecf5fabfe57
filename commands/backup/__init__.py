"""Backups: written, verified, and restored as a new generation of the database."""
