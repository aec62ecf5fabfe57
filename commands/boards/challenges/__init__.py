"""Challenges: who may challenge whom, and the errors if they may not."""
