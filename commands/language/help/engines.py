"""The help page on the protocol of engines."""

import textwrap

from pbm import games
from pbm.games.madknights import Options
from pbm.protocol import turns
from pbm.wording import listing

START = ((2, 2), (5, 5), (3, 4))


def engines_page() -> str:
    """Returns the page on an engine's input, its output, and the end of its game."""
    titles = [games.stored(name).title for name in turns.PROTOCOL_GAMES]
    return f"""\
Programs can play {listing(titles)}, against each other with
"pbm referee" and as players of a server that its admin adds. They read lines
and write lines, as on CodinGame, where Mad Knights comes from.

The first line, once, is the program's colour: r, g or b, in the order of
moving. Then, whenever it is its turn, it is told

  - for each player, in the order r, g, b: the colour, 1 while the player is
    in the game and 0 afterwards, and the square last moved to, or
    {turns.NO_MOVE}; in Knight's Duel there are only r and g;
  - the rows of the board, the top one first, a sign for each square: . is
    open, # is closed, and r, g and b are knights, also those whose players
    have left;
  - the number of its legal moves, and then these, one a line, sorted.

Red's first turn of Mad Knights, with start squares c3, f6 and d5:

{textwrap.indent(_sample(), "  ")}

The answer is one line: a square, such as {_first_move()}, or the word random for a move
drawn by lot. After a space a comment may follow, of which
{turns.MAX_COMMENT_LENGTH} characters are kept. Squares are named in this way in Knight's Duel,
too. Write out each line at once: languages that collect output need a flush.

The first answer may take 1000 ms, every other 100 ms. Who is late, ends,
answers with anything but a legal move, or takes too much (lines of more than
256 bytes, or more memory or processes than the admin allows) leaves the game
and scores -1. The others score 0, 1 and 2 in the order in which they leave;
who can't move on their turn leaves, and the last one has won.

A program runs in an empty folder, with no variables but PATH and LANG. What
it writes to standard error disturbs nobody, and "pbm referee --stderr" keeps
it. When its game is over, it is killed with all it has started.

In a game by mail a program is started again for each turn: it is told its
colour and that one turn, and must answer within the time for a first turn.

A program with a mailbox of its own may play every game, as any player: after
"change format USERID PASSWORD json" each mail to it has a file pbm.json, with
the position, the legal moves, the clock and the address for its reply."""


def _sample() -> str:
    game = games.find("madknights")
    position = game.start(Options(start=START))
    return turns.turn_for(game, position, [None] * 3).write().rstrip()


def _first_move() -> str:
    return _sample().splitlines()[-1]
