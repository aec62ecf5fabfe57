"""Finds the commands of replies to a digest of several boards."""
