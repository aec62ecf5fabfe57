"""Help pages, generated from the declarations of games and commands."""

import textwrap
from collections.abc import Callable, Sequence

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
from pbm.wording import WIDTH, filled, listing

ITEM = "- "
"""Beginning of an item of a list."""
SYNONYMS = {
    "bot": "bots",
    "engine": "bots",
    "engines": "bots",
    "clock": "clocks",
    "deadline": "clocks",
    "deadlines": "clocks",
    "forfeit": "clocks",
    "nag": "clocks",
    "reminder": "clocks",
    "reminders": "clocks",
    "time": "clocks",
    "command": "commands",
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
    """Returns the overview of games, first commands and further help pages."""
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
  tournaments                     lists tournaments, and how to join them

More: "help GAME" for the rules of a game, "help tutorial" for a first game,
"help commands" for all commands, "help COMMAND" for one of them, "help reply"
for moving by reply, "help mail" for how else to write to the server, "help
robots" for opponents at any hour, "help privacy" for who sees your boards."""


def game(kind: AnyGame) -> str:
    """Returns the page of a game: its rules, its options, and a complete example game."""
    options, moves = kind.example
    rows = list(helps(kind.options))
    players = ["USERID"] * len(kind.seats)
    parts = [
        filled(f"{kind.title}: {kind.aim(kind.resolve(kind.options(), 0))}"),
        _filled(kind.rules),
        f"To start a game:\n  {kind.name} challenge [OPTIONS] {' '.join(players)}",
        f"Options:\n{_described(rows)}" if rows else "There are no options.",
        f"Every challenge also takes:\n{_described(list(helps(Terms)))}",
        f"An example, a whole game{f' with {options}' if options else ''}:\n"
        + textwrap.fill(" ".join(moves), WIDTH, initial_indent="  ", subsequent_indent="  "),
    ]
    parts += truths.proved(kind)
    if kind.aliases:
        parts.append(f"The game may also be called {listing(list(kind.aliases), 'or')}.")
    return "\n\n".join(parts)


def commands(kinds: list[type[Command]], kind: AnyGame | None = None) -> str:
    """Returns the usage, the explanation and an example of each form of a command."""
    return "\n\n".join(_command(command, kind) for command in kinds)


def all_commands() -> str:
    """Returns the usage lines of all commands."""
    general = [kind for kind in registry.commands() if not issubclass(kind, GameCommand)]
    about = [kind for kind in registry.commands() if issubclass(kind, GameCommand)]
    return f"""\
General:
{_usages(general)}

About a game:
{_usages(about)}

x* is none or more, x+ one or more, [x] may be left out, a|b is either.
"help COMMAND" explains one."""


def _usages(kinds: Sequence[type[Command]]) -> str:
    return "\n".join(_wrapped(kind.usage(), "  ") for kind in kinds)


TOPICS: dict[str, Callable[[], str]] = {
    "commands": all_commands,
    "ratings": ratings.ratings_page,
    "bots": engines.engines_page,
    "tutorial": writing.tutorial,
    "mail": writing.mail,
    "reply": writing.reply,
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
    words = f"\n\nOther names: {', '.join(command.also)}." if command.also else ""
    return f"""\
{_wrapped(command.usage(kind), "")}

{_filled(command.help())}{words}

For example:
  {command.sample(kind)}"""


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
            initial_indent=ITEM,
            subsequent_indent=" " * len(ITEM),
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
