"""Atom feeds (RFC 4287): what is new on the site."""
