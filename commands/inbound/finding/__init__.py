"""Finds the commands of an email that a person wrote."""
