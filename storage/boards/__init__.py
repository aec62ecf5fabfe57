"""Boards in the database: positions, seats, clocks, ratings and listings."""
