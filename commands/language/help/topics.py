"""The help pages on clocks, offers, passwords, privacy, ratings, robots and engines."""

import textwrap

from commands.accounts.robots import NAMED_ROBOTS, RATED_ROBOTS, level_points
from commands.security.rate_limits import MAX_ROBOT_GAMES
from commands.views.tables import table
from pbm import games, protocol
from pbm.board.address_masking import MASK
from pbm.board.ratings import NEWCOMER, NEWCOMER_POINTS, POINTS, PROVISIONAL
from pbm.board.terms import Terms
from pbm.games.madknights import Options
from pbm.match.match_state import MOST_PLIES
from pbm.options import Days, kinds
from pbm.robots.levels import HIGHEST, LEVELS, NEAREST
from pbm.robots.search_tasks import LATE, OFFER_EVERY
from pbm.wording import listing

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
--offdays=sat,sun no time runs on these days. The least, which leave everybody
time to read a mail and to answer it:
  {least}

Each mail about a board says from when reminders come and when the player to
move loses. "GAME show BOARD" shows the same.

Clocks stand still
  - while you are on vacation: vacation USERID PASSWORD UNTIL (a date). Days of
    it are taken when your time would run out on a board on which you have
    moved, unless you forbid it: change autovacation USERID PASSWORD off
  - on the days off of a board, in the zone of the player to move
  - while mail to you comes back, until you write again, but only for some
    days in a year; your turn then goes on where it stopped
  - while the server itself is down.
No deadline falls into your hours of sleep: change sleep USERID PASSWORD 22-7.
The end of the time for a whole game can fall there.
All that is in your time zone, which "change zone USERID PASSWORD ZONE" sets;
a change counts from your next turn on, and your opponents are told of it.
Robots' clocks stand still. An open offer stops no clock."""


def clocks_page() -> str:
    """Returns the rules of clocks, with the default times."""
    terms = Terms()
    least = " ".join(
        kind.write(name, kind.least)
        for name, kind in kinds(Terms).items()
        if isinstance(kind, Days)
    )
    return CLOCKS_TEXT.format(nagtime=terms.nagtime, forfeittime=terms.forfeittime, least=least)


# The help page on offers: draws, and moves to be taken back.

OFFERS_TEXT = """\
On a board you may offer a draw, or ask to take moves back: your own last one,
and all since. Reply to a mail about the board with one of these words, or send
it in full:

  propose  GAME move BOARD USERID PASSWORD propose
  undo     GAME move BOARD USERID PASSWORD undo

Draws exist in {drawn} only; draw means the same as
propose, and behind or below a move either goes with it. All other players must
accept; a move ends the offer. To answer it:

  accept   GAME move BOARD USERID PASSWORD accept
  reject   GAME move BOARD USERID PASSWORD reject

With reject you also withdraw an offer of your own. An open offer stops no
clock.

{endless} may go on for ever. When a position stands
on the board for the third time, a player who sends propose draws the game at
once. After move #{most} such a game is drawn anyway."""


def offers_page() -> str:
    """Returns how offers are made, answered and withdrawn."""
    kinds = games.games().values()
    drawn = [game.title for game in kinds if game.drawn_by_agreement]
    endless = [
        game.title for game in kinds if game.longest(game.resolve(game.options(), 0)) is None
    ]
    return OFFERS_TEXT.format(drawn=listing(drawn), endless=listing(endless), most=MOST_PLIES)


# The help page on passwords.

PASSWORDS_TEXT = """\
You choose a password when you sign up:
  signup USERID PASSWORD
It has at least 8 characters and no spaces, quotes or colons, and doesn't begin
with a dash; capitals count.
Your userid, and passwords that very many people have, are refused.

To change it:
  change password USERID CURRENT NEW
If you have forgotten it:
  forgot USERID
sends a code to your registered address; then
  reset USERID CODE NEWPASSWORD
If you have forgotten your userid:
  forgot ADDRESS
sends the userids registered with that address to it.

You rarely need it. A reply to a mail about your board proves who you are, so
the reply is just the move: see "help reply". If you write a full command in a
reply about your board, write - for the password; elsewhere - works only if
this server can verify your address.

Passwords are stored only as hashes, and never shown, quoted or mailed. After
five wrong ones within fifteen minutes from an address, that address is locked
out for a while; replies go on working. If it is your own address, the right
password still works, but each command waits for your yes to a mail."""


def passwords_page() -> str:
    """Returns how passwords are chosen, changed and reset."""
    return PASSWORDS_TEXT


# The help page on who sees boards, players and comments.

PRIVACY_PARAGRAPHS = f"""\
Mail addresses are seen by nobody but the server. Others see userids, boards
and ratings, by commands and, if the server has any, on its web pages. Only
those who get the mails see chat, and comments unless they are published. A
note on a board is shown to its writer alone.

You choose who sees your boards, and you in standings:

  change visibility alice PASSWORD public     everybody: the default
  change visibility alice PASSWORD members    whoever writes from the
                                              registered address of a player
  change visibility alice PASSWORD private    those who play on the board

It holds at once for all your boards, also those that are over; a board is as
hidden as one of its players wants it to be. One board alone is hidden by its
challenge:

  GAME challenge -private alice bob

Hidden boards are missing in lists and numbers, and a command about one is
answered as if there were none. You see your own when you write from your
registered address, reply to a mail about the board, or give your password:
"GAME showas alice PASSWORD 101". Nobody else gets mails about a private
board, even those who watched it before, or all boards. It counts for the
ratings like any other, unless the challenge also says -unrated.

The players of a tournament see one another in its table; all others see those
who aren't hidden from them.

On a server with web pages you may publish what you write with your moves:

  change comments alice PASSWORD published

That holds for comments to moves, offers and challenges on public boards, from
then on; chat is never published, and mail addresses become {MASK}. With
unpublished, the default, all are deleted. So is the comment to a move that is
taken back.

Whoever signs off is no longer named on the web pages; their boards stay, as
hidden as before. What others have read or copied before can't be taken back.
The server's admin sees everything. "mydata alice PASSWORD" sends you all that
is stored about you."""


def privacy_page() -> str:
    """Returns the help page: visibility, private boards, and published comments."""
    return PRIVACY_PARAGRAPHS


# The help page on ratings.

RATINGS_PARAGRAPHS = f"""\
Every player has a rating for each game, such as 1712 (+-85): the strength,
and how far it may be off, one standard deviation. A newcomer stands at
{NEWCOMER.write()}, a robot at what its level has shown ("help robots"). While it
may be off by more than {PROVISIONAL} points, for about the first dozen games, a rating
is provisional. "GAME standings" lists them.

A game is rated once, when it ends, unless
  - it was declined, or ended before each player had moved;
  - it was set up by hand (-position, -start, -seed);
  - the challenge said -unrated.
Beating the strong gains more than beating the weak, and an uncertain
rating moves further. 400 points between two well-known players mean that the
stronger one wins about ten games of eleven. With three players, places
count: the second gains on the third. Players who draw share a place.

The server helps nobody in a running game that is rated, for the ladder or of
a tournament. It gives no hints there, and tells nobody the value of a
position that the game has come to, or may come to within a few moves. It
makes no difference who asks, and how. The proved values of usual starts are
known to everybody.

The formula is Plackett-Luce as in Weng and Lin (2011), computed by the
library openskill with its usual numbers. A player i has a strength m_i and an
uncertainty s_i; a newcomer's are 25 and 25/3. The rating shown is
{NEWCOMER_POINTS} + {POINTS}(m - 25), and +- is {POINTS} s. After a game in which i came in at
place r_i:

  s_i^2  grows by (25/300)^2, for each player; then
  c^2    is the sum, over all players, of s_i^2 + (25/6)^2
  A_q    is the number of players at the place of q
  p_iq   is exp(m_i/c), divided by the sum of exp(m_k/c) over all k whose
         place is that of q or worse
  m_i    grows by s_i^2/c times the sum of ([i = q] - p_iq)/A_q
  s_i^2  is multiplied by 1 - (s_i/c)^3 times the sum of p_iq(1 - p_iq)/A_q

where both sums are over all q whose place is that of i or better, [i = q] is
1 for i itself and 0 for others, and the last factor is at least 0.0001."""


def ratings_page() -> str:
    """Returns the help page: the ratings, the games that count, and the formula."""
    return RATINGS_PARAGRAPHS


# The help page on robots.


def robots_page() -> str:
    """Returns the help page: the robots and their behaviour."""
    first = next(iter(games.games().values()))
    names, rated = list(NAMED_ROBOTS), list(RATED_ROBOTS)
    who = "\n".join(
        f"  {name}  {LEVELS[number].name}, with the first rating of level {nearest}"
        for name, (number, nearest) in zip(names, NEAREST.items(), strict=True)
    )
    return f"""\
Robots play every game with every option, at any hour. Name a level from 1,
for beginners, to {HIGHEST}, the best:

  {first.name} robot challenge 3 alice

You play against {rated[2]}, and move first; until you have finished a game,
you get the other side where yours is proved to lose. By mail your userid may
be left out. In a game of three the other robot is a level lower. All robots
are also challenged like anybody, such as {rated[2]} or these:

  {first.name} challenge alice {names[1]}

{who}

They answer within a minute or so. The better ones think longer, but less when
many boards wait. They never resign. Robots' clocks stand still; yours run as
usual.

Robots are rated like everybody, but begin with the rating of their level:
beating an easy one gains little. You may begin at most {MAX_ROBOT_GAMES} rated games
against robots within a week; with -unrated as many as you like.

They accept a draw that is proved; where nothing is, when they see a loss, or
after {LATE} moves if they aren't ahead. After {LATE} moves {names[-1]} and {rated[-1]}
offer a draw with their move, at most once in {OFFER_EVERY} moves, where a table proves
that neither player can force a win. They let you take your move back only in
unrated games. They read no messages.

The ratings at which the levels begin, from games among themselves ("help
ratings"):

{_ratings()}"""


def _ratings() -> str:
    """Returns a table of the points of each level at each game."""
    served = list(games.games())
    rows = [
        (str(level), *(str(level_points(name, level)) for name in served))
        for level in range(1, HIGHEST + 1)
    ]
    return table(("level", *served), rows, right=range(len(served) + 1))


# The help page on the protocol of engines.

START = ((2, 2), (5, 5), (3, 4))


def engines_page() -> str:
    """Returns the help page: the input of an engine, its output, and the ends of its game."""
    titles = [games.stored(name).title for name in protocol.PROTOCOL_GAMES]
    return f"""\
Programs can play {listing(titles)}, against each other with
"pbm referee" and as players of a server that its admin adds. They read lines
and write lines, as on CodinGame, where Mad Knights comes from.

The first line, once, is the program's colour: r, g or b, in the order of
moving. Then, whenever it is its turn, it is told

  - for each player, in the order r, g, b: the colour, 1 while the player is
    in the game and 0 afterwards, and the square last moved to, or
    {protocol.NO_MOVE}; in Knight's Duel there are only r and g;
  - the rows of the board, the top one first, a sign for each square: . is
    open, # is closed, and r, g and b are knights, also those whose players
    have left;
  - the number of its legal moves, and then these, one a line, sorted.

Red's first turn of Mad Knights, with start squares c3, f6 and d5:

{textwrap.indent(_sample(), "  ")}

The answer is one line: a square, such as {_first_move()}, or the word random for a move
drawn by lot. After a space a comment may follow, of which
{protocol.MAX_COMMENT_LENGTH} characters are kept. Squares are named in this way in Knight's Duel,
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
    return protocol.turn_for(game, position, [None] * 3).write().rstrip()


def _first_move() -> str:
    return _sample().splitlines()[-1]
