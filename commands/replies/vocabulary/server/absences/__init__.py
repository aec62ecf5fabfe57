"""The words of players who are away, who are back, or who stop moving for others."""
