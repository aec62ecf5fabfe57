"""The ways to fewer mails, or none, for whoever asks to be left alone."""

import textwrap
from collections.abc import Iterator, Sequence

from commands.context.context import Context
from commands.messages.content import TextMessage
from pbm import games
from pbm.board.board import Player
from pbm.board.visibility import SERVER
from pbm.wording import WIDTH

MAX_BOARDS = 5
"""The most boards that are named."""
UNKNOWN = (
    "Nobody is registered here with this address, so no mail is sent to it but answers like this "
    "one. If a mail asks you to confirm something, the reply no ends that."
)
OPENING = (
    "To get fewer mails, or none, send one of these lines as the subject of a mail from this "
    "address. If your mail doesn't prove that it is yours, another one asks you to reply yes."
)


def ways_out(context: Context, players: Sequence[Player]) -> TextMessage:
    """Returns the ways out for these players, who share an address; each has a link."""
    ways = [way for player in players for way in _ways(context, player)]
    lines = "\n".join(f"{line}\n    {what}" for line, what in ways)
    text = textwrap.fill(OPENING if ways else UNKNOWN, WIDTH)
    text += f"\n\n{textwrap.indent(lines, '  ')}" if ways else ""
    suggestions = tuple(line for line, _ in ways)
    return TextMessage(subject="Fewer mails, or none", text=text, suggestions=suggestions)


def _ways(context: Context, player: Player) -> Iterator[tuple[str, str]]:
    """Yields lines, and what they do."""
    yield f"change delivery {player.userid} - daily", "one mail a day"
    yield f"change delivery {player.userid} - urgent", "mail only when you have to act"
    for game, number in _boards(context, player):
        title = games.find(game).title
        yield f"{game} resign {number} {player.userid} -", f"leaves {title} board {number}"
    yield f"signoff {player.userid} -", "leaves for good: no more mail, and your data is deleted"


def _boards(context: Context, player: Player) -> list[tuple[str, int]]:
    """Returns game and number of the boards on which the player plays, as many as are named."""
    found: list[tuple[str, int]] = []
    for game in games.names():
        _, lines = context.work.boards.lines(
            game, [player.userid], "active", MAX_BOARDS - len(found), viewer=SERVER
        )
        found += [(game, line.number) for line in lines]
    return found
