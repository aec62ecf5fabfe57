"""Help pages, generated from the declarations of games and commands."""

import textwrap
from collections.abc import Callable, Iterable, Sequence

from commands.language import registry
from commands.language.command import Command, GameCommand
from commands.language.help import (
    clocks,
    engines,
    offers,
    passwords,
    privacy,
    ratings,
    robots,
    truths,
    writing,
)
from commands.views.text.tables import table
from pbm import games
from pbm.board.terms import Terms
from pbm.games import AnyGame
from pbm.options import helps
from pbm.robots.levels import HIGHEST
from pbm.wording import WIDTH, filled, listing

ITEM = "- "
"""Beginning of an item of a list."""
INDENT = "  "
MAX_FORMS = 4
"""Maximum number of forms of a command that one page explains. More forms are only listed."""
SYNONYMS = {
    "bot": "robots",
    "bots": "robots",
    "engine": "engines",
    "clock": "clocks",
    "deadline": "clocks",
    "deadlines": "clocks",
    "forfeit": "clocks",
    "nag": "clocks",
    "reminder": "clocks",
    "reminders": "clocks",
    "time": "clocks",
    "command": "commands",
    "confirmation": "confirmations",
    "email": "mail",
    "mails": "mail",
    "login": "password",
    "passwords": "password",
    "offer": "offers",
    "draw": "offers",
    "propose": "offers",
    "undo": "offers",
    "takeback": "offers",
    "hidden": "privacy",
    "private": "privacy",
    "public": "privacy",
    "published": "privacy",
    "publish": "privacy",
    "visibility": "privacy",
    "rating": "ratings",
    "replies": "reply",
    "replying": "reply",
    "robot": "robots",
    "start": "tutorial",
}
"""Other words that players try as names of help pages, with the actual names of these pages."""


def overview() -> str:
    """Returns the overview: the games, how to find an opponent and move, and more help pages."""
    return f"""\
You can play these games here by email:

{_served_games()}

To send a command, write it as the subject of an email to this server. GAME
is one of the names above.

Sign up:
  signup USERID PASSWORD          choose your own userid and password

Find an opponent:
  GAME robot challenge 1          play a robot, from level 1 (easy) to {HIGHEST}
  GAME seek USERID PASSWORD       post an open challenge that anyone can join
  seeks                           list open challenges, and how to join them
  GAME challenge USERID FRIEND    challenge a friend; you move first
  GAME ladder                     see the ladder, and how to climb it
  tournaments                     list tournaments, and how to join them

When your game starts, you get an email with the board. To move, reply to it
and write your move on the first line.

Read more:
  help GAME                       the rules of a game
  help tutorial                   a first game, step by step
  help reply                      what else you can write in a reply
  help robots                     robots and their strength
  help clocks                     deadlines, vacations and sleep
  help mail                       emails to the server, and the emails you get
  help privacy                    who sees your games
  help commands                   all commands
  help COMMAND                    one command, such as help challenge"""


def _served_games() -> str:
    """Returns a table of the games. If they are of several families, there is one for each."""
    families, served = games.families(), games.games()
    width = max(map(len, served))

    def rows(kinds: Iterable[AnyGame]) -> str:
        lines = table(("", ""), [(game.name.ljust(width), game.summary) for game in kinds])
        return textwrap.indent(lines, INDENT)

    if len(families) == 1:
        return rows(served.values())
    return "\n\n".join(f"{family}:\n{rows(kinds)}" for family, kinds in families.items())


def game(kind: AnyGame) -> str:
    """Returns the page of a game: its rules, its options, and a complete example game."""
    options, moves = kind.example
    rows = list(helps(kind.options))
    players = ["USERID", *["OPPONENT"] * (len(kind.seats) - 1)]
    parts = [
        filled(f"{kind.title}: {kind.aim(kind.resolve(kind.options(), 0))}"),
        _filled(kind.rules),
        f"To start a game:\n  {kind.name} challenge [OPTIONS] {' '.join(players)}",
        f"Options:\n{_described(rows)}" if rows else "This game has no options.",
        f"Options for every challenge:\n{_described(list(helps(Terms)))}",
        f"An example game{f' with {options}' if options else ''}:\n"
        + textwrap.fill(" ".join(moves), WIDTH, initial_indent="  ", subsequent_indent="  "),
    ]
    parts += [_filled(kind.notes)] if kind.notes else []
    parts += truths.proved(kind)
    if kind.aliases:
        aliases = listing(list(kind.aliases), "or")
        parts.append(f"In commands, you can write {aliases} instead of {kind.name}.")
    return "\n\n".join(parts)


def commands(kinds: list[type[Command]], kind: AnyGame | None = None) -> str:
    """Returns the usage, the summary, an example and the details of each form of a command.

    If there are more than MAX_FORMS, returns a list of the forms.
    """
    if len(kinds) > MAX_FORMS:
        return _forms(kinds)
    synonyms = dict.fromkeys(word for command in kinds for word in command.also)
    parts = [_command(command, kind) for command in kinds]
    parts += [f"Other names: {', '.join(synonyms)}."] if synonyms else []
    return "\n\n".join(parts)


def _forms(kinds: Sequence[type[Command]]) -> str:
    """Returns the first words and the first sentence of each form of a command."""
    rows = sorted((" ".join(kind.usage().split()[:2]), _summary(kind)) for kind in kinds)
    verb = kinds[0].names[0]
    return f"""\
These commands begin with "{verb}":
{_described(rows)}

To read more about one of them, send, for example: help {rows[0][0]}"""


def _summary(kind: type[Command]) -> str:
    return " ".join(kind.help().split("\n\n")[0].split())


def all_commands() -> str:
    """Returns the usage lines of all commands."""
    general = [kind for kind in registry.commands() if not issubclass(kind, GameCommand)]
    about = [kind for kind in registry.commands() if issubclass(kind, GameCommand)]
    return f"""\
Replace the words in capitals. [x] is optional, a|b is a or b, x* is any
number of x, and x+ at least one.

General:
{_usages(general)}

For one game (replace GAME with its name):
{_usages(about)}

"help COMMAND" explains a command, such as "help seek"."""


def _usages(kinds: Sequence[type[Command]]) -> str:
    return "\n".join(_wrapped(kind.usage(), INDENT) for kind in kinds)


TOPICS: dict[str, Callable[[], str]] = {
    "commands": all_commands,
    "ratings": ratings.ratings_page,
    "engines": engines.engines_page,
    "tutorial": writing.tutorial,
    "mail": writing.mail,
    "reply": writing.reply,
    "confirmations": writing.confirmations,
    "offers": offers.offers_page,
    "robots": robots.robots_page,
    "clocks": clocks.clocks_page,
    "password": passwords.passwords_page,
    "privacy": privacy.privacy_page,
}
"""Pages on subjects that are neither games nor commands."""


def topic(word: str) -> str | None:
    """Returns the page on a subject that is neither a game nor a command, or None."""
    page = TOPICS.get(SYNONYMS.get(word, word))
    return page() if page else None


def _command(command: type[Command], kind: AnyGame | None) -> str:
    summary, *details = command.help().split("\n\n")
    parts = [
        _wrapped(command.usage(kind), INDENT),
        filled(summary),
        f"For example:\n{INDENT}{command.sample(kind)}",
        *map(_filled_part, details),
    ]
    return "\n\n".join(parts)


def _wrapped(usage: str, indent: str) -> str:
    """Returns a usage line. If it is too long, it is wrapped with a deeper indent."""
    return textwrap.fill(
        usage,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _filled(text: str) -> str:
    return "\n\n".join(_filled_part(part) for part in text.split("\n\n"))


def _filled_part(part: str) -> str:
    """Returns a wrapped paragraph, or a list whose items begin with a dash."""
    if not part.startswith(ITEM):
        return filled(part)
    items = part.removeprefix(ITEM).split(f"\n{ITEM}")
    return "\n".join(
        textwrap.fill(
            " ".join(item.split()),
            WIDTH,
            initial_indent=f"{INDENT}{ITEM}",
            subsequent_indent=INDENT + " " * len(ITEM),
            break_on_hyphens=False,
        )
        for item in items
    )


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
