"""Phrases of many languages that mail programs and servers write."""
