"""Help pages on the first game, emails to the server, confirmations and replies.

Their examples are moves of the first game in the list of games.
"""

import textwrap
from collections.abc import Sequence

from commands.views.text.tables import table
from pbm import games

TUTORIAL = (
    ("signup alice PASSWORD", "your userid and password"),
    ("yes", "your reply to our email"),
    ("help {game}", "read the rules"),
    ("{game} challenge alice bob", "start a game"),
    ("{move}", "your reply to the board"),
    ("{game} show 101", "see the board at any time"),
    ("{game} legal 101", "see the legal moves"),
    ("{game} preview 101 {answer} {next}", "look ahead"),
    ("{game} move 101 alice PASSWORD {next}", "move without a reply"),
    ("{game} resign 101 alice PASSWORD", "resign"),
)
"""Lines of a first game, each with its purpose."""
TUTORIAL_OPENING = """\
A first game, step by step. Send each line as the subject of an email to this
server, except for the two replies. Replace alice and PASSWORD with your own
userid and password, bob with your opponent's userid, and 101 with the number
of your game.

No opponent yet? Play a robot with "{game} robot challenge 1". For other
ways to find one, see "help"."""
MAIL = """\
Write a command as the subject of an email. The text of the email is the
comment that goes with it:

  Subject: {game} move 101 alice PASSWORD {move}

  Good luck, Bob!

You can also write commands in the text, one per line, below any other
subject. Text between two commands is the comment of the command above it.
With the subject "multiple", every line is a command.

When you reply to one of our emails, write the command in the text: we don't
read the subject of a reply. "help reply" explains replies about your games,
and "help confirmations" the emails that ask you to confirm something.

The emails you get
  - We send emails about your games immediately. To get one email a day, or
    only urgent ones, see "help change delivery". In a daily email, each game
    has its own reply address.
  - Against a robot, you get one email with both moves. If the robot takes
    more than a minute, we confirm your move first. To always get both
    emails:
    change echo alice PASSWORD on
  - All emails about a game form one thread. Their List-Id, such as
    {game}-101, can be used in filters.
  - If we have many emails for you in an hour, we combine some of them.

What they look like:
  change format alice PASSWORD both      text and HTML, with moves as links
  change format alice PASSWORD text      only text
  change format alice PASSWORD spoken    sentences instead of drawings
  change format alice PASSWORD classic   subjects that show whose turn it is
  change format alice PASSWORD json      text, and a machine-readable file

New deadlines come as deadline.ics for your calendar, which keeps one entry
for each game. To turn this off, send:
  change calendar alice PASSWORD off

Details
  - Capitals matter only in passwords. Plain text works best.
  - We skip lines that begin with > or #. We stop reading at a line that says
    only "stop", "quit", "thanks" or "--".
  - Each email takes effect once, even if it arrives twice.
  - If you add #NUMBER to a move, such as {move}#1, we play it only as the
    move with that number. The numbers count the moves of all players.
  - We attach at most one file to an answer.
  - We ignore automatic emails, such as out-of-office replies."""
CONFIRMATIONS = """\
Anybody can send an email with your address as the sender. If we can't verify
that you wrote an email, we send you another one and ask you to confirm. Reply
"yes" within 3 days to go ahead, or "no" to cancel. If you didn't write the
email, reply "no".

We ask
  - at the new address, when you sign up or change your address;
  - when you challenge somebody by email, unless you add your password:
    {game} challenge alice bob -password=PASSWORD
  - when you write a dash (-) instead of your password and we can't verify
    your address;
  - when you reply to an email about a game from an address that isn't
    registered to you;
  - when you reply to an older email about a game, and your reply changes a
    setting or has a command that can't be undone (resign, accept, propose or
    undo);
  - when you send chat in reply to an email from before your last move;
  - when we aren't sure what you mean ("help reply").

Otherwise, we don't ask when you reply to our latest email about a game. We
also don't ask when you challenge only robots.

Details
  - An empty reply means yes, except for commands that can't be undone. If
    your reply is neither yes nor no, we ask again.
  - If you want a challenge on other terms, say so: "yes, but two games". We
    then ask you about the changed challenge.
  - If your email had several commands, one reply confirms all of them.
  - Reply from the address that got our email, or from another address that
    is registered to you."""
REPLIES = (
    ("{move}", "your move, in any notation that the game accepts"),
    ("resign", "resign, or decline the game before your first move"),
    ("propose", "offer a draw, in games that have draws"),
    ("{move} propose", "make a move and offer a draw with it"),
    ("undo", "ask to take back your last move and all moves since"),
    ("accept", "accept an offer"),
    ("reject", "refuse an offer"),
    ("withdraw", "withdraw your own offer"),
    ("show", "see the board; show #3 is the board after move 3"),
    ("legal", "see the legal moves"),
    ("describe", "get the position described in sentences"),
    ("preview {move} {answer}", "see the board after these moves"),
    ("preview save fork {move}", "save these moves under a name, only for you"),
    ("preview list", "see your saved lines"),
    ("preview fork", "see the board after a saved line"),
    ("preview drop fork", "delete a saved line"),
    ("queue if {answer} {next}", "if {answer} is played, answer {next}"),
    ("submit {move}", "see the board after the move; reply yes to play it"),
    ("chat", "send the lines below it to everyone in the game"),
    ("note", "save the lines below it as a private note"),
    ("note off", "delete your note"),
    ("mute", "get emails only when you must move; unmute ends it"),
    ("record", "get the whole game as a file"),
    ("rematch", "after the game: play again in different seats"),
    ("review", "after the game: see better moves"),
    ("rules", "read the rules of the game"),
    ("vacation until Friday", 'pause your clocks; "vacation off" restarts them'),
    ("deputy carol Friday", "let carol move for you through Friday"),
    ("deputy off", "dismiss your deputy"),
    ("change format text", "change this and other settings"),
)
"""Commands in a reply, each with its purpose."""
REPLY = """\
Reply to an email about your game, and write your move on the first line. The
lines below it are a comment for the other players:

  {move}
  Good luck!

You don't need a game number or a password. Instead of a move, the first line
can be one of these:

{lines}

To resign, accept or propose, write only that word on the first line. Below a
move, we ignore resign and accept, but propose and draw still offer a draw.

We skip your signature, quoted text, and a greeting above your move. You can
also write below the quoted text. If you write "{move}?", we show you the
board after the move, but don't play it.

If we aren't sure what you mean, we ask you first. Reply yes to go ahead. We
ask about
  - a move in a sentence, or below text that isn't just small talk;
  - a move next to the number of another game;
  - a move with words such as "tomorrow", or with words that take it back or
    make it depend on something;
  - text that seems to be meant as a command: "I give up", "draw?";
  - a comment that reveals your plan: "if {answer} {next}";
  - text without a command. If you reply yes, we send it as chat. After the
    game, we send it without asking.

A reply to chat is chat, and a reply to a message goes to its writer. In a
reply to chat, we play a move only if the first line has nothing else. Other
commands must be single words, such as show or undo. We ask you before we
resign or offer a draw for you.

Your reply works only for you and only for the current move, so a late or
duplicate reply does no harm. After you change your password, replies to all
older emails stop working. If you reply to an older email or from another
address, we may ask you to confirm: see "help confirmations"."""


def tutorial() -> str:
    steps = [(f"{number:2}. {line}", why) for number, (line, why) in enumerate(TUTORIAL, 1)]
    opening, no_opponent = TUTORIAL_OPENING.format(**_words()).split("\n\n")
    return f"{opening}\n\n{_listed(steps)}\n\n{no_opponent}"


def mail() -> str:
    """Returns the page on emails to the server."""
    return MAIL.format(**_words())


def confirmations() -> str:
    """Returns the page on emails that ask a player to confirm a command."""
    return CONFIRMATIONS.format(**_words())


def reply() -> str:
    """Returns the page on replies to emails about boards."""
    return REPLY.format(lines=textwrap.indent(_listed(REPLIES), "  "), **_words())


def _listed(rows: Sequence[tuple[str, str]]) -> str:
    """Returns lines and their purposes as two columns."""
    words = _words()
    return table(("", ""), [(line.format(**words), why.format(**words)) for line, why in rows])


def _words() -> dict[str, str]:
    """Returns the words to insert into the texts: the first game, and three of its moves."""
    first = next(iter(games.games().values()))
    move, response, next_move = first.example[1][:3]
    return {"game": first.name, "move": move, "answer": response, "next": next_move}
