"""Describes a tournament for a particular reader, in sentences and tables."""
