"""The help page on clocks."""

from pbm.board.terms import Terms
from pbm.options import Days, kinds

CLOCKS_TEXT = """\
Each game has a clock that counts days. It runs for the player to move.

  after {nagtime:g} days   we send the player a reminder, then one each day
  after {forfeittime:g} days  the player to move loses

Each email about a game shows your deadline, and so does "GAME show BOARD".

Vacation, sleep and time zone:
  vacation USERID PASSWORD Friday          pause your clocks through Friday
  change sleep USERID PASSWORD 22-7        no deadlines at night
  change zone USERID PASSWORD Berlin       your time zone
  change autovacation USERID PASSWORD off  never use vacation days

If you run out of time in a game in which you have moved, we use some of your
vacation days first, unless you turn autovacation off.

To play faster or slower, set other times in the challenge, in days:
  --nagtime=2        the first reminder comes after 2 days
  --forfeittime=10   a player who doesn't move for 10 days loses
  --totaltime=60     each player has 60 days for the whole game
  --increment=2      each move gives the player back 2 days
  --daysoff=sat,sun  the clock doesn't run on these days

For example:
  GAME challenge --nagtime=2 --forfeittime=10 USERID OPPONENT

Minimum times: {least}.

Details
  - Your clock also pauses while the server is down, and while emails to you
    bounce. After a bounce, it runs again when you write to us. Each year,
    bounces can pause it only for a limited number of days.
  - Sleep moves a deadline to the end of your night. It doesn't move the end
    of your total time.
  - Days off and nights follow the time zone of the player to move. If you
    change your zone or sleep, the change applies from your next turn, and we
    tell your opponents.
  - A draw offer doesn't stop the clock. Robots have no clock.
  - In a three-player game, a player who runs out of time is out, and the
    others continue."""


def clocks_page() -> str:
    """Returns the page on clocks, with the default times."""
    terms = Terms()
    least = ", ".join(
        kind.write(name, kind.least)
        for name, kind in kinds(Terms).items()
        if isinstance(kind, Days)
    )
    return CLOCKS_TEXT.format(nagtime=terms.nagtime, forfeittime=terms.forfeittime, least=least)
