"""Phrases that mail programs and servers write, in many languages."""
