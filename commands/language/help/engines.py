"""The help page on the protocol of engines."""

import textwrap

from pbm import games
from pbm.games.madknights import Options
from pbm.protocol import turns
from pbm.wording import listing

START = ((2, 2), (5, 5), (3, 4))
PAGE = """\
Your program can play {games}. Let it play
other programs with "pbm referee", or ask the admin to add it to the server.
It reads and writes lines of text, as on CodinGame, where Mad Knights comes
from.

The first line gives your color: r, g or b. The players move in this order.
This line comes once. Then, on each of your turns, you read

  - one line for each player, in the order r, g, b, with three fields: the
    color; 1 if the player is still in the game, otherwise 0; and the square
    of the player's last move, or {no_move}. In Knight's Duel, there are only r
    and g;
  - the rows of the board, from the top, with one character for each square:
    . is open, # is closed, and r, g and b are knights. The knights of players
    who have left remain on the board;
  - the number of your legal moves, and then the moves in order, one per
    line.

This is Red's first turn of Mad Knights, with the starting squares c3, f6 and
d5:

{sample}

Answer with one line: a square, such as {move}, or the word random
for a random legal move. You can add a space and a comment of up to
{max_comment} characters. Knight's Duel uses the same names for
squares. Flush your output after each line.

You have 1000 ms for your first answer and 100 ms for every other answer.
Your program is disqualified if it
  - answers too late, stops, or sends an invalid answer;
  - sends a line of more than 256 bytes;
  - uses more memory or processes than the admin allows.

A disqualified program scores -1. The others score 0, 1 and 2, in the order in
which they leave. A player who can't move leaves, and the last player left
wins.

Your program runs in an empty folder, with only the variables PATH and LANG.
You may write to standard error: "pbm referee --stderr" saves it. When the
game is over, pbm kills your program and all processes that it has started.

In a game by email, pbm starts your program for each turn. It reads its color
and that one turn, and has 1000 ms to answer.

A program with its own mailbox can play every game, like any player. After
"change format USERID PASSWORD json", each email has a file pbm.json with the
position, the legal moves, the clock and the address for the reply."""


def engines_page() -> str:
    """Returns the page on an engine's input, its output, and the end of its game."""
    return PAGE.format(
        games=listing([games.stored(name).title for name in turns.PROTOCOL_GAMES]),
        no_move=turns.NO_MOVE,
        sample=textwrap.indent(_sample(), "  "),
        move=_sample().splitlines()[-1],
        max_comment=turns.MAX_COMMENT_LENGTH,
    )


def _sample() -> str:
    game = games.find("madknights")
    position = game.start(Options(start=START))
    return turns.turn_for(game, position, [None] * 3).write().rstrip()
