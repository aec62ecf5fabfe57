"""Requests in people's own words, as lines of a reply."""
