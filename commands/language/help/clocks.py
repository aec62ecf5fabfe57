"""The help page on clocks and deadlines."""

from pbm.board.board import Terms
from pbm.options import Days, kinds

TEXT = """\
Every board has a clock, which counts days. It runs for the player to move.

  after {nagtime:g} days    the player to move is reminded by mail, and once a day
                  from then on
  after {forfeittime:g} days   the player to move loses; in a game of three that player
                  is out and the others go on

A challenge may set other times, in days:
  GAME challenge --nagtime=2 --forfeittime=10 USERID USERID
  GAME challenge --totaltime=60 USERID USERID
--totaltime is all the time that a player has for the whole game. These are
the least, which leave everybody time to read a mail and to answer it:
  {least}

Each mail about a board says from when reminders come and when the player to
move loses. "GAME show BOARD" shows the same.

Clocks stand still
  - while you are on vacation: vacation USERID PASSWORD UNTIL (a date)
  - while mail to you comes back, until you write again, but only for some
    days in a year; your turn then goes on where it stopped
  - while the server itself is down.
Robots' clocks stand still. An open offer stops no clock."""


def explained() -> str:
    """Returns the rules of clocks, with the default times."""
    terms = Terms()
    least = " ".join(
        kind.write(name, kind.least)
        for name, kind in kinds(Terms).items()
        if isinstance(kind, Days)
    )
    return TEXT.format(nagtime=terms.nagtime, forfeittime=terms.forfeittime, least=least)
