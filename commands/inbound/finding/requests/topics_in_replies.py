"""Finds the services that a reply names, and the commands that fit them."""

from collections.abc import Collection, Sequence

from commands.replies.contexts.board_context import ReplyContext
from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.server.complete_lines import game_in
from commands.replies.server.topic_commands import TopicLines
from commands.replies.server.topics import requested_topics, weakly_requested_topics
from commands.security.tokens import CHAT
from pbm import games
from pbm.board.players import Player

MAX_LINES = 40
"""Maximum number of lines that are searched for requests."""


def topics_in_reply(
    replying: ReplyContext | None, text: str, names: Collection[str]
) -> Sequence[str]:
    """Returns the services that a reply asks for.

    `names`: the userids of the other players, in lower case.
    """
    topics = requested_topics(text, names)
    is_weak = not topics and replying and replying.prefix != CHAT
    return weakly_requested_topics(text, names) if is_weak else topics


def topics_among_lines(text: str, names: Collection[str]) -> Sequence[str]:
    """Returns the services that the lines of a text ask for if they clearly ask the server."""
    lines = [line for line in text.split("\n")[:MAX_LINES] if asks_server(line, names)]
    return requested_topics("\n".join(lines), names)


def topic_lines(
    replying: ReplyContext | None, reader: Player, text: str, who: str = ""
) -> TopicLines:
    """Returns the commands that fit the services which a text names."""
    game = game_in(text) or (replying.board.game.name if replying else "")
    board = replying.board.number if replying else None
    return TopicLines(game or next(iter(games.games())), reader.userid, board, who)
