"""The time control of a game: clocks, pauses, days off, sleep and vacations."""
