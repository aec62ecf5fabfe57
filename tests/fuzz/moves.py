"""Any text is a legal move of a game, or refused."""

from functools import lru_cache

from mail.reading.characters import clean
from mail.reading.charsets import decode
from pbm.errors import IllegalError, ParseError
from pbm.games import games
from tests.fuzz.repeating import Brief, expanded

GAMES = tuple(games().values())
OPTIONS = {
    "knightpanic": ("", "-3d", "-size=7 -extra=2", "-3d -size=6 -lose_no_move", "-size=13"),
    "knightsdance": ("", "-jumpblock", "-misere", "-rows=100 -cols=100", "-rows=3 -cols=4"),
    "knightsduel": ("", "-size=4", "-rows=5 -cols=9"),
    "madknights": ("", "-strict", "-size=5", "-start=c3,f6,d5"),
    "trailblazer": ("", "-size=5", "-size=12"),
}
HEAD = 4
"""The bytes that choose the game, its options, the number of moves and the moves."""


def check(content: bytes) -> None:
    """Sets up the position of the first bytes; a move read from the rest is written as it reads."""
    if len(content) < HEAD:
        return
    game, position = position_of(content[:HEAD])
    text = clean(decode(expanded(content[HEAD:]), "utf-8"))
    with Brief():
        said = _read(game, position, text)
    assert said.strip()
    said.encode()


def _read(game, position, text) -> str:
    """Returns the move as written, or the reason of the refusal."""
    try:
        move = game.read(position, text)
    except (ParseError, IllegalError) as refusal:
        return refusal.text
    assert move in list(game.moves(position))
    assert game.read(position, game.write(position, move)) == move
    return game.write(position, move)


@lru_cache(maxsize=4096)
def position_of(head: bytes):
    """Returns a game, and a position of it."""
    which, chosen, plies, choice = head
    game = GAMES[which % len(GAMES)]
    words = OPTIONS[game.name][chosen % len(OPTIONS[game.name])].split()
    position = game.start(game.resolve(game.read_options(words), chosen))
    for ply in range(plies % 64):
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, moves[choice * (ply + 1) % len(moves)])
    return game, position
