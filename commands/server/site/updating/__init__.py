"""Updating the site: the subjects that have changed, and the files that are written for them."""
