"""Help pages for the first game, for mails to the server and for replies to its mails.

Their examples are moves of the first game.
"""

import textwrap
from collections.abc import Sequence

from commands.views.tables import table
from pbm import games

TUTORIAL = (
    ("signup alice PASSWORD", "choose your own"),
    ("list", "see what is played here"),
    ("help {game}", "read the rules of one"),
    ("{game} challenge alice bob", "start; the board comes by mail"),
    ("{game} legal 101", "see the legal moves"),
    ("{game} preview 101 {move}", "look ahead; changes nothing"),
    ("{game} move 101 alice PASSWORD {move}#1", "#1: the first move"),
    ("{game} move 101 bob PASSWORD {answer}#2", "what bob sends"),
    ("{game} show 101", "look at any time"),
    ("{game} resign 101 alice PASSWORD", "when all is lost"),
)
"""Lines of a first game, each with its purpose."""
MAIL = """\
One line is one command. It is the subject of your mail, and the text is then
its comment; or the subject isn't a command, and lines of the text are:

  Subject: {game} move 101 alice PASSWORD {move}

  Good luck, Bob!

Lines of the text between commands are the comment of the command above them.
With the subject "multiple" every line of the text is a command, and one mail
comes back with all answers. Lines that begin with > or # are skipped, and
nothing is read after a line "stop", "quit", "--" or "thanks". The subject of
a reply is never read: write the command as a line of its text.

Five wrong passwords within fifteen minutes lock your address out of that
player for a while; replies to mails about boards go on working. A lone - in
the place of the password works in replies about your own board, and where the
mail server here vouches for your address, if the admin has set that up.

Plain text is understood best. Capitals don't matter but in passwords. A mail
acts once, however often it arrives; with #PLY after a move, such as {move}#1,
the move is played only if it is that move's turn.

The address that you write from is taken for yours when you sign up. A new
address, and a challenge by mail, wait for 3 days until a mail that is sent to
your registered address is replied to; any reply will do, and one reply does
for all that one mail asked. A challenge to robots alone begins at once, and
so does one with your password (-password=PASSWORD), or in a reply to a mail
about your board. Every other command that speaks for a player needs the
password, and may come from any address.

Mails about boards come at once, unless you want them as one mail a day, or
only those that are urgent: see "help change". A digest of several boards
gives an address for each: what you write to it is about that board.

A robot answers your move within a minute, and its mail shows both moves: only
if it takes longer is your own move answered first. "change echo" has every
move answered at once.

Mails about boards are text and HTML, whose moves are links. Where a deadline
is new, they carry it as deadline.ics for your calendar, where each board has
one entry, gone when the board ends ("change calendar"). You choose what you
get:

  change format alice PASSWORD text|spoken|classic|both

With "nocalendar" or "calendar" after it, no deadlines come, or they come with
text too; "spoken" tells the position in sentences first, as "{game}
describe 101" does. All mails of a board are one thread, with a List-Id such
as {game}-101 that filters can find.

Mails that programs send by themselves are neither obeyed nor answered."""
REPLIES = (
    ("{move}", "a move alone, in any notation of the game"),
    ("resign", "gives up; before your first move, declines the game"),
    ("propose", "offers a draw, where the game knows one"),
    ("undo", "asks to take the last move back"),
    ("accept", "accepts what is offered; reject refuses it"),
    ("show", "the board; show #3 after its third ply"),
    ("legal", "the legal moves"),
    ("describe", "the position in sentences"),
    ("preview {move} {answer}", "what the board would be"),
    ("queue if {answer} {move}", "answers ahead of time"),
    ("submit {move}", "shown to you first; then reply confirm"),
    ("chat", "sends what follows it to all on the board"),
    ("record", "the whole game as a file"),
    ("rules", "the rules of the game"),
)
"""Commands of a reply, each with its purpose."""
REPLY = """\
Reply to a mail about one of your boards: no board number and no password are
needed. The first line of your reply is the whole command, such as:

{lines}

The lines below it are a comment for the others. A greeting above it and what
your mail program quotes are skipped; you may also write below the quotation.
What can't be taken back (resign, accept, propose) stands alone on its line.
A move below other lines might be a quoted one: it is shown to you first, and
made when you reply confirm. A comment with conditional moves in it ("if
{answer} {move}") would tell the others your plan, so such a reply is refused.

What you reply to chat is chat, and what you reply to a message goes to its
writer. Only a move alone on its first line is made in a reply to chat, and
only single words such as show or undo are read as commands.

The address to which you reply is good for you alone, for this move: a late or
doubled reply does no harm. From an address that isn't registered for you, your
reply waits until your registered address has confirmed it. A change
of your password makes all older reply addresses invalid."""


def tutorial() -> str:
    """Returns the help page for a first game."""
    steps = [(f"{number:2}. {line}", why) for number, (line, why) in enumerate(TUTORIAL, 1)]
    return f"A first game. Each line is the subject of a mail to this server.\n\n{_listed(steps)}"


def mail() -> str:
    """Returns the help page on mails to the server."""
    return MAIL.format(**_words())


def reply() -> str:
    """Returns the help page on replies to mails about boards."""
    return REPLY.format(lines=textwrap.indent(_listed(REPLIES), "  "), **_words())


def _listed(rows: Sequence[tuple[str, str]]) -> str:
    """Returns lines and their purposes as two columns."""
    words = _words()
    return table(("", ""), [(line.format(**words), why.format(**words)) for line, why in rows])


def _words() -> dict[str, str]:
    """Returns the words to insert: the first game and the first two moves of its example."""
    first = next(iter(games.games().values()))
    move, response = first.example[1][:2]
    return {"game": first.name, "move": move, "answer": response}
