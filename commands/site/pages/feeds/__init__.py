"""The feeds of boards, games and players."""
