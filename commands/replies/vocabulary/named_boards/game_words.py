"""Words for games in the languages of the players, in addition to the games' names and titles.

They are without accents. A star stands for any ending.
"""

GAME_WORDS = {
    "chess": """
        schach* echecs ajedrez scacchi scacchistic* schaak* schaken szach* xadrez schack* шахмат*
        satranc*
    """,
    "checkers": "damespiel* draughts warcab* dammen шашк* шашек",
    "othello": "reversi",
}
"""Words by the name of the game. A word that also means something else isn't listed."""
