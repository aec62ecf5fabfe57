"""Count commands by verb and outcome, for metrics."""

from collections.abc import Sequence

from commands.content.response import Response
from commands.content.status import Status
from commands.language import parser, registry
from commands.language.command import Command
from commands.system.metrics import COMMANDS
from commands.system.stored_types import UnitOfWork

UNKNOWN = "unknown"


def count_command(
    work: UnitOfWork, readings: Sequence[Command], words: Sequence[str], response: Response
) -> Response:
    """Counts a command, and returns its response.

    `readings`: the parsed commands. Empty if the line couldn't be parsed.
    `words`: the words of the line. They show the verb if the line couldn't be parsed.
    """
    verb = readings[-1].names[0] if readings else _verb(words)
    work.count(COMMANDS, verb, _outcome(response))
    return response


def _verb(words: Sequence[str]) -> str:
    """Returns the first name of a line's verb.

    Returns UNKNOWN for others, because they may be secrets.
    """
    game, rest = parser.split_game(words)
    verbs = registry.game_verbs() if game else registry.general_verbs()
    kinds = verbs.get(rest[0].lower()) if rest else None
    return kinds[0].names[0] if kinds else UNKNOWN


def _outcome(response: Response) -> str:
    if response.confirmations:
        return "waiting"
    return {Status.DONE: "done", Status.REFUSED: "refused", Status.WRONG_USAGE: "wrong_usage"}[
        response.status
    ]
