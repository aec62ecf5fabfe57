"""Challenges and ladders: who may play whom, and why not."""
