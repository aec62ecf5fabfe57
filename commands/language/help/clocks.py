"""The help page on clocks."""

from pbm.board.terms import Terms
from pbm.options import Days, kinds

CLOCKS_TEXT = """\
Every board has a clock, which counts days. It runs for the player to move.

  after {nagtime:g} days    the player to move is reminded by mail, and once a day
                  from then on
  after {forfeittime:g} days   the player to move loses; in a game of three that player
                  is out and the others go on

A challenge may set other times, in days:
  GAME challenge --nagtime=2 --forfeittime=10 USERID USERID
  GAME challenge --totaltime=60 USERID USERID
--totaltime is all the time that a player has for the whole game; with
--increment=2 each move gives 2 days of it back, up to all of it. With
--daysoff=sat,sun no time runs on these days. The least, which leave everybody
time to read a mail and to answer it:
  {least}

Each mail about a board says from when reminders come and when the player to
move loses. "GAME show BOARD" shows the same.

Clocks are paused
  - while you are on vacation: vacation USERID PASSWORD UNTIL (a date). Days
    of it are taken when your time would run out on a board on which you have
    moved, unless you forbid it: change autovacation USERID PASSWORD off
  - on the days off of a board, in the zone of the player to move
  - while mail to you comes back, until you write again, but only for some
    days in a year; your turn then goes on where it stopped
  - while the server itself is down.
No deadline falls into your hours of sleep: change sleep USERID PASSWORD 22-7.
The end of the time for a whole game can fall there.
All that is in your time zone, which "change zone USERID PASSWORD ZONE" sets;
a change counts from your next turn on, and your opponents are told of it.
Robots' clocks never run. An open offer stops no clock."""


def clocks_page() -> str:
    """Returns the page on clocks, with the default times."""
    terms = Terms()
    least = " ".join(
        kind.write(name, kind.least)
        for name, kind in kinds(Terms).items()
        if isinstance(kind, Days)
    )
    return CLOCKS_TEXT.format(nagtime=terms.nagtime, forfeittime=terms.forfeittime, least=least)
