"""Words that cast doubt on a move, and phrases that only seem to."""
