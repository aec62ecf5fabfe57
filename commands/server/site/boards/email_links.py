"""Links on a board's page that open an email to the server."""

from collections.abc import Iterator
from typing import NamedTuple

from commands.boards.new_boards import challenge_options
from commands.server.site.boards.board_facts import BoardFacts
from commands.server.site.lists.mail_links import OPPONENT, YOU
from commands.views.html.links import mailto
from commands.views.reply_target import ReplyTarget


class Action(NamedTuple):
    """A link that opens an email."""

    words: str
    href: str
    asks: bool
    """Whether the reader must replace words of the subject before sending the email."""


def actions(facts: BoardFacts) -> list[Action]:
    """Returns links to watch a running game, or to challenge the players of a finished one.

    Anybody may send the command that shows the board. The other commands require registration.
    """
    board = facts.board
    show = _action(facts, "Email me this board", f"{board.game.name} show {board.number}")
    if board.match.outcome:
        return [*_challenges(facts), show]
    line = f"{board.game.name} subscribe {board.number} {YOU} PASSWORD"
    return [_action(facts, "Watch by email", line), show]


def _challenges(facts: BoardFacts) -> Iterator[Action]:
    board = facts.board
    missing = [OPPONENT] * (len(board.players) - 2)
    for player in board.players:
        if not player.gone:
            options = challenge_options(board.match, board.terms)
            words = (board.game.name, "challenge", *options, YOU, player.userid, *missing)
            line = " ".join(words)
            yield _action(facts, f"Challenge {player.userid}", line)


def _action(facts: BoardFacts, words: str, line: str) -> Action:
    href = mailto(ReplyTarget(facts.site.address), line, "")
    return Action(words, href, YOU in line.split())
