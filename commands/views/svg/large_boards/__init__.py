"""Drawings of boards whose squares are too small: an overview, and enlarged parts."""
