"""Help pages, derived from the declarations of games and commands."""

import textwrap
from collections.abc import Callable, Sequence

from commands import verbs
from commands.command import Command, GameCommand
from commands.views import bots, ratings, robots
from commands.views.tables import table
from pbm import games
from pbm.board import Terms
from pbm.games import AnyGame
from pbm.options import helps
from pbm.wording import listing

WIDTH = 76


def overview() -> str:
    """What is played here, and where to read more."""
    served = table(("", ""), [(game.name, game.summary) for game in games.games().values()])
    return f"""\
This server plays board games by mail. Write a command as the subject of a
mail, or as a line of its text; each is answered.

Games:
{textwrap.indent(served, "  ")}

To begin:
  signup USERID PASSWORD          registers you, with the address you use
  GAME challenge USERID USERID    starts a game; the first named moves first
  GAME move BOARD USERID PASSWORD MOVE

More: "help GAME" for the rules of a game, "help tutorial" for a first game,
"help commands" for all commands, "help COMMAND" for one of them, "help reply"
for moving by reply, "help mail" for how else to write to the server, "help
robots" for opponents at any hour."""


def game(kind: AnyGame) -> str:
    """Rules, options, and a game played to its end."""
    options, moves = kind.example
    rows = list(helps(kind.options))
    players = ["USERID"] * len(kind.seats)
    parts = [
        textwrap.fill(f"{kind.title}: {kind.summary}", WIDTH),
        _filled(kind.rules),
        f"To start a game:\n  {kind.name} challenge [OPTIONS] {' '.join(players)}",
        f"Options:\n{_described(rows)}" if rows else "There are no options.",
        f"Every challenge also takes:\n{_described(list(helps(Terms)))}",
        f"An example, a whole game{f' with {options}' if options else ''}:\n"
        + textwrap.fill(" ".join(moves), WIDTH, initial_indent="  ", subsequent_indent="  "),
    ]
    if kind.aliases:
        parts.append(f"The game may also be called {listing(list(kind.aliases), 'or')}.")
    return "\n\n".join(parts)


def commands(kinds: list[type[Command]], kind: AnyGame | None = None) -> str:
    """Usage, explanation and an example of each form."""
    return "\n\n".join(_command(command, kind) for command in kinds)


def all_commands() -> str:
    """Every command's grammar."""
    general = [kind for kind in verbs.commands() if not issubclass(kind, GameCommand)]
    about = [kind for kind in verbs.commands() if issubclass(kind, GameCommand)]
    return f"""\
General:
{_usages(general)}

About a game:
{_usages(about)}

x* is none or more, x+ one or more, [x] may be left out, a|b is either.
"help COMMAND" explains one."""


def _usages(kinds: Sequence[type[Command]]) -> str:
    return "\n".join(_wrapped(kind.usage(), "  ") for kind in kinds)


def tutorial() -> str:
    """A newcomer's first game."""
    first = next(iter(games.games().values()))
    move, reply = first.example[1][:2]
    steps = (
        ("signup alice PASSWORD", "choose your own"),
        ("list", "see what is played here"),
        (f"help {first.name}", "read the rules of one"),
        (f"{first.name} challenge alice bob", "start; the board comes by mail"),
        (f"{first.name} legal 101", "see the legal moves"),
        (f"{first.name} preview 101 {move}", "look ahead; changes nothing"),
        (f"{first.name} move 101 alice PASSWORD {move}#1", "#1: the first move"),
        (f"{first.name} move 101 bob PASSWORD {reply}#2", "what bob sends"),
        (f"{first.name} show 101", "look at any time"),
        (f"{first.name} resign 101 alice PASSWORD", "when all is lost"),
    )
    lines = table(
        ("", ""), [(f"{number:2}. {line}", why) for number, (line, why) in enumerate(steps, 1)]
    )
    return f"A first game. Each line is the subject of a mail to this server.\n\n{lines}"


def mail() -> str:
    """How to write mails to the server."""
    first = next(iter(games.games().values()))
    move = first.example[1][0]
    return f"""\
One line is one command. It is the subject of your mail, and the text is then
its comment; or the subject is no command, and lines of the text are:

  Subject: {first.name} move 101 alice PASSWORD {move}

  Good luck, Bob!

Lines of the text between commands are the comment of the command above them.
With the subject "multiple" every line of the text is a command, and one mail
comes back with all answers. Lines that begin with > or # are skipped, and
nothing is read after a line "stop", "quit", "--" or "thanks". The subject of
a reply is never read: write the command as a line of its text.

Five wrong passwords within fifteen minutes shut your address out from that
player for a while; replies to mails about boards go on working. A lone - in
the place of the password works in replies about your own board, and where the
mail server here vouches for your address, if the admin has set that up.

Plain text is understood best. Capitals don't matter but in passwords. A mail
acts once, however often it arrives; with #PLY after a move, such as {move}#1,
the move is played only if it is that move's turn.

The address that you write from is taken for yours when you sign up. A new
address, and a challenge by mail, wait for 3 days until a mail that is sent to
your registered address is replied to; any reply will do. Every other command
that speaks for a player needs the password, and may come from any address.

Mails about boards come at once, unless you want them as one mail a day, or
only those that are urgent: see "help change". A digest of several boards
gives an address for each: what you write to it is about that board.

Mails about boards are text and HTML, whose moves are links, and carry your
deadline as deadline.ics for your calendar, where each board has one entry,
gone when the board ends. You choose what you get:

  change format alice PASSWORD text|spoken|classic|both

With "nocalendar" or "calendar" after it, no deadlines come, or they come with
text too; "spoken" tells the position in sentences first, as "{first.name}
describe 101" does. All mails of a board are one thread, with a List-Id such
as {first.name}-101 that filters can find.

Mails that programs send by themselves are neither obeyed nor answered."""


def reply() -> str:
    """How to reply to a mail about a board."""
    first = next(iter(games.games().values()))
    move, answer = first.example[1][:2]
    lines = table(
        ("", ""),
        (
            (move, "a move alone, in any notation of the game"),
            ("resign", "gives up; before your first move, declines the game"),
            ("propose", "offers a draw, where the game knows one"),
            ("undo", "asks to take the last move back"),
            ("accept", "accepts what is offered; reject refuses it"),
            ("show", "the board; show #3 after its third ply"),
            ("legal", "the legal moves"),
            ("describe", "the position in sentences"),
            (f"preview {move} {answer}", "what the board would be"),
            (f"queue if {answer} {move}", "answers ahead of time"),
            (f"submit {move}", "shown to you first; then reply confirm"),
            ("chat", "sends the lines below it to all on the board"),
            ("record", "the whole game as a file"),
            ("rules", "the rules of the game"),
        ),
    )
    return f"""\
Reply to a mail about one of your boards: no board number and no password are
needed. The first line of your reply is the whole command, such as:

{textwrap.indent(lines, "  ")}

The lines below it are a comment for the others. A greeting above it and what
your mail program quotes are skipped; you may also write below the quotation.
What can't be taken back (resign, accept, propose) stands alone on its line.

The address to which you reply is good for you alone, for this move: a late or
doubled reply does no harm. From an address that isn't registered for you, your
reply waits until your registered address has confirmed it. Whoever changes
their password makes all older reply addresses useless."""


TOPICS: dict[str, Callable[[], str]] = {
    "commands": all_commands,
    "ratings": ratings.explained,
    "bots": bots.explained,
    "tutorial": tutorial,
    "mail": mail,
    "reply": reply,
    "robots": robots.explained,
}
"""Subjects that are neither games nor commands."""


def _command(command: type[Command], kind: AnyGame | None) -> str:
    words = f"\n\nAlso read: {', '.join(command.also)}." if command.also else ""
    return f"""\
{_wrapped(command.usage(kind), "")}

{_filled(command.help())}{words}

For example:
  {command.sample(kind)}"""


def _wrapped(usage: str, indent: str) -> str:
    """A usage line, continued further in where it is too long."""
    return textwrap.fill(
        usage,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _filled(text: str) -> str:
    return "\n\n".join(textwrap.fill(part, WIDTH) for part in text.split("\n\n"))


def _described(rows: list[tuple[str, str]]) -> str:
    width = max(len(word) for word, _ in rows)
    return "\n".join(
        textwrap.fill(
            text,
            WIDTH,
            initial_indent=f"  {word.ljust(width)}  ",
            subsequent_indent=" " * (width + 4),
        )
        for word, text in rows
    )
