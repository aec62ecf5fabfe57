"""Laws that all games have to follow.

`pbm check-game` and the tests of games' packages use them.
"""
