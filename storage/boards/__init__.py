"""Repositories of boards: positions, seats, clocks, ratings and listings."""
