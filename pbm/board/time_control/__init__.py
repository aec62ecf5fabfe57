"""The time of a game: clocks, the periods in which they stand still, rest and vacations."""
