"""Robots: players of every game at several levels, by search alone."""
