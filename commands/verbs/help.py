"""Commands that explain the server, its games and its commands."""

import re
from collections.abc import Sequence
from typing import Annotated, ClassVar

from commands.content.messages import TextMessage
from commands.content.response import Response, text_response
from commands.content.snapshot import example_snapshot
from commands.context.context import Context
from commands.language import registry
from commands.language.command import Command, GameCommand
from commands.language.help import pages
from commands.language.parser import split_game
from commands.language.slots import Many
from pbm import games
from pbm.errors import NotFoundError
from pbm.games import AnyGame
from pbm.suggestions import did_you_mean
from pbm.wording import shown

WORD = re.compile(r"\w+")


class Help(Command):
    """Explains a game, a command or a topic. Without a subject, it gives an overview.

    `help commands` lists all commands.
    """

    needs_database: ClassVar = False
    example: ClassVar = "help {game}"

    subject: Annotated[tuple[str, ...], Many("[SUBJECT...]")]

    def run(self, context: Context) -> Response:
        """Returns the help page. Raises NotFoundError if there is none."""
        if not self.subject:
            return text_response("Help", pages.overview())
        subject = f"Help: {' '.join(map(shown, self.subject))}"
        game, rest = split_game(self.subject)
        if game and not rest and not pages.topic(self.subject[0].lower()):
            return _rules(game, subject)
        return text_response(subject, _page(self.subject, context))


class GameHelp(GameCommand):
    """Explains the rules of a game, its options, and how to write its moves."""

    names: ClassVar = ("help", "rules")
    needs_database: ClassVar = False
    example: ClassVar = "{game} help"

    verb: Annotated[tuple[str, ...], Many("[COMMAND]")]

    def run(self, context: Context) -> Response:
        """Returns the rules.

        If a command is named, returns the help page on its use in this game.
        """
        if not self.verb:
            return _rules(self.game, f"Help: {self.game.title}")
        return text_response(
            f"Help: {self.game.title}", _page((self.game.name, *self.verb), context)
        )


def _rules(game: AnyGame, subject: str) -> Response:
    """Returns the rules, with an example board for mail formats that can draw it."""
    return Response(
        TextMessage(subject=subject, text=pages.game(game), shown=example_snapshot(game))
    )


def _page(subject: Sequence[str], context: Context) -> str:
    word = subject[0].lower()
    if len(subject) == 1 and (page := pages.topic(word)):
        return page
    game, rest = split_game(subject)
    kinds = _kinds(rest if game else subject)
    notes = filter(None, (kind.notes(context) for kind in kinds))
    return "\n\n".join([pages.commands(kinds, game), *notes])


def _kinds(subject: Sequence[str]) -> list[type[Command]]:
    """Returns the forms of a command whose usage contains the further words, or all its forms.

    Raises NotFoundError if there are none.
    """
    word, *further = map(str.lower, subject)
    kinds = [*registry.general_verbs().get(word, ()), *registry.game_verbs().get(word, ())]
    forms = kinds or registry.commands()
    if further or not kinds:
        literal = [*further, word][:1]
        kinds = [kind for kind in forms if kind.usage().split()[1:2] == literal]
    if further and not kinds:
        kinds = [kind for kind in forms if {*further} <= {*WORD.findall(kind.usage().lower())}]
    if not kinds:
        verb_names = [name for kind in registry.commands() for name in kind.names]
        subjects = [*pages.TOPICS, *games.names(), *verb_names]
        asked = " ".join(subject)
        raise NotFoundError(
            f'There is no help on "{shown(asked)}".{did_you_mean(asked, subjects)} '
            "For an overview of the commands, send: help"
        )
    return kinds
