"""Explains what is possible after the end of a game, for example to a player who regrets it."""

from collections.abc import Sequence

from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.requests.suspected_requests import regrets_resigning

NOT_CONTINUED = "This game is over. Once somebody has ended a game, it can't be continued."
CHAT_AFTER_THE_END = "To write to the other players, make this the first line of your reply: chat"
AFTER_THE_END = (
    'You can reply "review" or "rematch". To write to the other players, make this the first line '
    "of your reply: chat"
)


def regret_error(replying: ReplyContext, written: Sequence[str]) -> NoCommandError | None:
    """Returns the error for a player who ended the game and regrets that, or None."""
    if not (_ended_it(replying) and regrets_resigning("\n".join(written))):
        return None
    return NoCommandError(_not_continued(replying), is_attempt=True, is_prose=False)


def _ended_it(replying: ReplyContext) -> bool:
    """Whether the game is over because the writer resigned or called it off."""
    board, seat, author = replying.board, replying.claims.seat, replying.player.userid
    if board.active:
        return False
    resigned = (f"leave {seat} resigned", author)
    return board.removed.startswith(f"{author} ") or any(
        (event.text, event.author) == resigned for event in board.match.events
    )


def _not_continued(replying: ReplyContext) -> str:
    board, player = replying.board, replying.player
    if board.match.outcome:
        return f"{NOT_CONTINUED}\n{AFTER_THE_END}"
    others = " ".join(each.userid for each in board.players if each != player)
    line = f"  {board.game.name} challenge {player.userid} {others}"
    return f"{NOT_CONTINUED} To start a new one, send:\n{line}\n{CHAT_AFTER_THE_END}"
