"""Splits the lines below a reply's command into its comment and the full commands below that."""

from collections.abc import Sequence
from dataclasses import replace

from commands.language import parser, registry
from commands.language.command import Command
from commands.replies.command_lines import (
    FoundCommands,
    commands_and_comments,
    looks_like_command,
    may_have_password,
    with_game,
    words_of_line,
)
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.moves.prose.planned_moves import check_no_plan
from commands.replies.reply_lines import REMARK
from pbm.board.players import Player
from pbm.errors import UserError
from pbm.suggestions import likeness

SIMILAR = 0.7
"""Minimum similarity to a verb, from 0 to 1, of a word before a userid and a password."""
MAX_WORDS_BEFORE_USERID = 4
"""Maximum number of words before the userid in a command: `knight panic move 101 alice`."""


def split_comment(replying: ReplyContext, lines: Sequence[str]) -> tuple[str, FoundCommands]:
    """Returns the comment, and the full commands below it with their own comments.

    Raises ParseError if the comment of a full command reveals a plan.
    """
    board, player = replying.board, replying.player
    written = [line for line in lines if not REMARK.match(line)]

    def is_start(line: str) -> bool:
        return is_full_command(line, player, board.players)

    starts = (number for number, line in enumerate(written) if is_start(line))
    start = next(starts, len(written))
    below = commands_and_comments(written[start:], is_start)
    for line in below.lines:
        check_no_plan(board, line.comment)
    lines_below = tuple(with_game(line, board) for line in below.lines)
    return "\n".join(written[:start]).strip(), replace(below, lines=lines_below)


def is_full_command(line: str, player: Player, opponents: Sequence[Player] = ()) -> bool:
    """Whether a line is a full command of this player, with a game, verb, userid and password.

    If a possible password follows the userid, even a line that can't be parsed is a command. As a
    comment, it would reveal the password to the opponents.
    """
    words = words_of_line(line)
    names, userid = [word.lower() for word in words], player.userid.lower()
    is_signup = names[:1] == ["signup"]
    if userid not in names and not is_signup:
        return False
    # As a comment, the line would show the password to the opponents.
    if (
        userid in names
        and may_have_password(words[names.index(userid) + 1 :])
        and _is_near_verb(names)
    ):
        return True
    if not looks_like_command(line, player.is_called):
        return False
    commands, players = _readings(words), (player, *opponents)
    return is_signup or not commands or any(_is_meant(each, players) for each in commands)


def _is_meant(command: Command, players: Sequence[Player]) -> bool:
    """Whether the command has a password, or names only these players.

    Some sentences can be parsed as commands about several players.
    """
    userids = {player.userid.lower() for player in players}
    named = {userid.lower() for userid in getattr(command, "userids", ())}
    return bool(command.secrets()) or (bool(named) and named <= userids)


def _is_near_verb(words: Sequence[str]) -> bool:
    """Whether one of the first words is a verb, or resembles one."""
    verbs = (*registry.general_verbs(), *registry.game_verbs())
    return any(likeness(word, verbs) >= SIMILAR for word in words[:MAX_WORDS_BEFORE_USERID])


def _readings(words: Sequence[str]) -> list[Command]:
    try:
        return list(parser.readings(words, proven=False))
    except UserError:
        return []
