"""The groups of settings, each in its own class."""
