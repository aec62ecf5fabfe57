"""Code that chess, antichess and crazyhouse share."""
