"""Deputies: who may move for whom, on which boards, and the emails about it."""
