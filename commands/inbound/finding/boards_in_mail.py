"""Finds commands for the boards that an email names, and for the boards of a digest."""

import re
from collections.abc import Callable, Sequence

from commands.inbound.requests.request import Request
from commands.replies.command_lines import FoundCommands, find_commands, is_complete
from commands.replies.contexts.running_boards import NO_BOARDS, PlayerBoards
from commands.replies.digests.digest_replies import DigestReader
from commands.replies.named_boards.board_lines import BoardLineReader, NamedBoards
from commands.replies.named_boards.board_names import may_name_board
from commands.replies.named_boards.opponent_names import may_name_opponent
from commands.replies.vocabulary.named_boards.other_board_words import BOARDS
from mail.reading.body.own_text import MAX_REPLY_LINES
from mail.reading.parsed_mail import ParsedMail
from mail.reading.quotations.removal import remove_quotations

_BOARD_SUBJECT = re.compile(rf"(?i)(?:(?:{'|'.join(BOARDS.split())}) )?[# ]{{0,3}}\d{{1,9}}")
"""A subject that is only a board's number: "102", "Board 102"."""
NONE_FOUND = FoundCommands(())
BoardsOfPlayer = Callable[[str], PlayerBoards]
"""Returns the running boards of a player."""


def no_boards(_userid: str) -> PlayerBoards:
    """The `BoardsOfPlayer` of an email whose lines aren't searched for other boards."""
    return NO_BOARDS


def on_digest(request: Request, digest: DigestReader) -> FoundCommands:
    """Returns the commands of a reply to a digest that are for its boards."""
    if has_full_command(request):
        return NONE_FOUND
    blocks = request.parsed_mail.blocks
    own_text = remove_quotations(request.parsed_mail.text, MAX_REPLY_LINES)
    above = own_text.above if own_text.blocks == blocks else [""] * len(blocks)
    return digest.read(blocks, above)


def has_full_command(request: Request) -> bool:
    commands = NONE_FOUND if request.replying else find_commands(request.parsed_mail)
    return any(is_complete(line.text) for line in commands.lines)


def named_boards(
    request: Request, owners: Callable[[], Sequence[str]], boards_of: BoardsOfPlayer
) -> NamedBoards:
    """Returns the commands on lines that name a board other than the one replied to.

    An email with a full command has none. Neither has a reply to a board from an address that
    isn't the player's, because the answer would show which boards the player has.
    """
    replying, blocks = request.replying, _with_subject(request.parsed_mail)
    text = "\n".join(blocks)
    is_named = any(map(str.isdigit, text)) or may_name_board(text) or may_name_opponent(text)
    if request.message or not is_named or has_full_command(request):
        return NamedBoards((), blocks)
    if replying and not replying.registered_sender:
        return NamedBoards((), blocks)
    player = replying.player if replying else request.digest.reader if request.digest else None
    userids = [player.userid] if player else owners()
    if len(userids) != 1:
        return NamedBoards((), blocks)
    own = replying.board if replying else None
    return BoardLineReader(userids[0], boards_of(userids[0]), own).read(blocks)


def _with_subject(parsed_mail: ParsedMail) -> tuple[str, ...]:
    """Returns the blocks. A subject such as "102" or "102: a1-c5" is a part of the first line."""
    subject, blocks = parsed_mail.subject.strip(), parsed_mail.blocks
    is_named = any(map(str.isdigit, subject)) or may_name_board(subject)
    if parsed_mail.is_reply or not is_named:
        return blocks
    is_number = bool(_BOARD_SUBJECT.fullmatch(subject))
    return (f"{subject}: {blocks[0]}", *blocks[1:]) if is_number and blocks else (subject, *blocks)
