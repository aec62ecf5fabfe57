"""Proofs about the games: exact values, distances and best lines."""
