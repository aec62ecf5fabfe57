"""Tournaments as sentences, tables, and data for programs."""

SELF, RUNNING, BYE = "*", ".", "bye"
