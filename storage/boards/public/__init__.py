"""Boards, players and comments that everybody may see."""
