"""The laws of all games, for `pbm check-game` and as tests for a package of its own."""
