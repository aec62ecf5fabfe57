"""Help pages on the first game, on emails to the server, and on replies to its emails.

Their examples are moves of the first game in the list of games.
"""

import textwrap
from collections.abc import Sequence

from commands.views.text.tables import table
from pbm import games

TUTORIAL = (
    ("signup alice PASSWORD", "choose your own"),
    ("list", "see what is played here"),
    ("help {game}", "read the rules of one"),
    ("{game} challenge alice bob", "the board comes by mail"),
    ("{game} legal 101", "see the legal moves"),
    ("{game} preview 101 {move}", "look ahead; changes nothing"),
    ("{move}#1", "your reply; #1: first move"),
    ("{game} move 101 alice PASSWORD {move}#1", "the same without reply"),
    ("{game} move 101 bob PASSWORD {answer}#2", "what bob sends"),
    ("{game} show 101", "look at any time"),
    ("{game} resign 101 alice PASSWORD", "when all is lost"),
)
"""Lines of a first game, each with its purpose."""
TUTORIAL_OPENING = """\
A first game. Each line is the subject of a mail to this server, but for 7:
reply to the board's mail with the move alone. 101 stands for your board's
number."""
MAIL = """\
One line is one command. Write it as the subject, with the text as its
comment; or use another subject and write commands as lines of the text:

  Subject: {game} move 101 alice PASSWORD {move}

  Good luck, Bob!

Lines of the text between commands are the comment of the command above them.
With the subject "multiple" every line of the text is a command, and one mail
comes back with all answers. Lines that begin with > or # are skipped, and
nothing is read after a line "stop", "quit", "--" or "thanks". The subject of
a reply is never read: write the command as a line of its text.

Five wrong passwords within fifteen minutes lock your address out of that
player for a while; replies to mails about boards go on working. In replies
about your board, write - for the password; elsewhere it works only if this
server can verify your address.

Plain text is understood best. Capitals matter only in passwords. A mail acts
once, however often it arrives; with #PLY after a move, such as {move}#1, the
move is played only if it is that move's turn. #PLY counts the moves of all
players.

The address that you write from becomes yours when you sign up. A challenge by
mail starts once you reply yes, within 3 days, to a mail sent to your
registered address. A new address counts once you reply yes to the mail sent
there. If it wasn't you, reply no, which cancels it. An empty reply counts as
yes, but not for what can't be undone; any other words are asked about once
more. If your mail held several commands, one reply confirms them all. Reply
from the address that was asked, or from another one of yours here.
A challenge to robots alone begins at once, and so does one with your
password (-password=PASSWORD), or in a reply to the latest mail about your
board. Every other command that speaks for a player needs the password, and
may come from any address.

Mails about boards come at once, unless you want them as one mail a day, or
only those that are urgent: see "help change". A digest of several boards
gives an address for each: what you write to it is about that board.

If one mail causes many others, or many mails an hour go to you, some of them
are joined into one, which comes within the hour. An answer brings one file.

Against robots one mail, within a minute, shows both moves. If the robot takes
longer, your move is answered first. "change echo" has every move answered at
once.

Emails are text and HTML; in those about boards, moves are links. A new
deadline is attached as deadline.ics; your calendar keeps one entry a board,
removed at its end. You choose the format of all your emails:

  change format alice PASSWORD text|spoken|classic|json|both

Add nocalendar to get no deadlines, calendar to get them with text and
classic, too. spoken tells positions, as "{game} describe 101"
does, and tables in sentences. All emails of a board are one thread, with a
List-Id such as {game}-101 that filters can find.

Mails that programs send by themselves are neither obeyed nor answered."""
REPLIES = (
    ("{move}", "a move alone, in any notation of the game"),
    ("resign", "gives up; before your first move, declines the game"),
    ("propose", "offers a draw, in games that have draws"),
    ("{move} propose", "a move, and the offer of a draw with it"),
    ("undo", "asks to take moves back, to your own last one"),
    ("accept", "accepts the offer; reject refuses or withdraws it"),
    ("show", "the board; show #3 as it was after move 3"),
    ("legal", "the legal moves"),
    ("describe", "the position in sentences"),
    ("preview {move} {answer}", "what the board would be"),
    ("preview save fork {move}", "keeps a line of moves for you alone"),
    ("preview list", "draws your lines; preview fork shows one"),
    ("preview drop fork", "removes it"),
    ("queue if {answer} {move}", "if {answer} is played, answers {move}"),
    ("submit {move}", "shows you the board; reply yes to play it"),
    ("chat", "sends the lines below it to all on the board"),
    ("note", "keeps the lines below it; note off deletes them"),
    ("record", "the whole game as a file"),
    ("rematch", "after the end: the game again, the seats turned"),
    ("rules", "the rules of the game"),
    ("vacation until Friday", "stops your clocks; vacation off lets them run again"),
    ("deputy carol Friday", "asks carol to move for you; deputy off ends it"),
    ("change format text", "and other settings, without userid and password"),
)
"""Commands in a reply, each with its purpose."""
REPLY = """\
Reply to a mail about one of your boards: no board number and no password are
needed. The first line of your reply is the whole command, such as:

{lines}

The lines below the command are a comment for the others. A greeting above it
and what your mail program quotes are skipped; you may also write below the
quotation. resign, accept and propose must stand alone on their line. Such a
word below a move does nothing, and isn't sent, but propose or draw. A move
below other lines, or in a sentence, may not be meant: it is shown to you
first, and played when you reply yes. So is a move with the number of another
board next to it, or with words that take it back, put it off or name a
condition ("tomorrow"). "{move}?" only shows you the board. A comment with
conditional moves in it ("if {answer} {move}") would tell the others your plan,
so it waits for your yes.

Words without a command aren't sent: the answer says so, and the reply yes
sends them as chat. After the end of a game they are chat at once.
What words only seem to mean ("I give up", "draw?") you are asked about first.

A reply to chat is chat; a reply to a message goes to its writer. In a reply
to chat, only a move alone on the first line is played, and only single words
such as show or undo are obeyed; about resign and draw you are asked first.

A reply is known by its address, or by the mail that it answers; that is valid
for you alone, for this move: a late or doubled reply does no harm. From an
address that isn't registered for you, your reply waits until your registered
address has confirmed it. So does what can't be taken back (resign, accept,
propose, undo), and a setting, in a reply to an older mail than the latest
about the board, and chat once you have moved since: others may have seen
that mail. A change of your password makes replies to all older mails invalid."""


def tutorial() -> str:
    steps = [(f"{number:2}. {line}", why) for number, (line, why) in enumerate(TUTORIAL, 1)]
    return f"{TUTORIAL_OPENING}\n\n{_listed(steps)}"


def mail() -> str:
    """Returns the page on emails to the server."""
    return MAIL.format(**_words())


def reply() -> str:
    """Returns the page on replies to emails about boards."""
    return REPLY.format(lines=textwrap.indent(_listed(REPLIES), "  "), **_words())


def _listed(rows: Sequence[tuple[str, str]]) -> str:
    """Returns lines and their purposes as two columns."""
    words = _words()
    return table(("", ""), [(line.format(**words), why.format(**words)) for line, why in rows])


def _words() -> dict[str, str]:
    """Returns the words to insert into the texts: the first game, and two moves of its example."""
    first = next(iter(games.games().values()))
    move, response = first.example[1][:2]
    return {"game": first.name, "move": move, "answer": response}
