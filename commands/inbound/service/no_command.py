"""The answer to a mail without a command."""

import re
import textwrap
from collections.abc import Sequence
from datetime import datetime

from commands.accounts.robots import ROBOT_LEVELS
from commands.language.userids import check_userid
from commands.messages.content import TextMessage
from commands.messages.threads import read_thread_id
from commands.security.tokens import MESSAGE
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from pbm import games
from pbm.errors import UserError
from pbm.wording import filled, listing, local_time

NOT_UNDERSTOOD = "Your reply wasn't understood"
"""The subject."""
BAD_ADDRESS = (
    "Nothing was done. The reply address isn't valid: it was altered on the way, your password has "
    "changed since, {}or the server was restored from a backup without that board. Reply to the "
    "newest mail about the board, or write the command in full, such as:"
)
BAD_REFERENCE = (
    "Nothing was done. The mail that you reply to isn't valid for replies, or no longer: what "
    "names it was altered on the way, your password has changed since, {}or the server was "
    "restored from a backup without that board. Reply to the newest mail about the board, or write "
    "the command in full, such as:"
)
KEY_REPLACED = "the server's key was replaced (mails from before {} can't be answered any more), "
"""Told of any reply that isn't valid, so that it tells nobody which key has signed what."""
BAD_MESSAGE_ADDRESS = (
    "Nothing was done. Your reply isn't valid, or no longer: messages can be answered by "
    "reply for 90 days, and until you change your password or the server's key is replaced. Send a "
    "mail with this subject instead:"
)
NO_REFERENCE = (
    "Nothing was done. Your mail doesn't tell which mail of ours it answers, so it tells neither "
    'who you are nor which board you mean. Choose "Reply" in the newest mail about your board, and '
    "leave the address as it is, or write the command in full, such as:"
)
NO_BOARD = (
    "Nothing was done. The mail that you reply to belongs to no single board, so a word or a move "
    "alone doesn't say what it is for. For what the mail offers, send the line that stands in it, "
    "or tap its link. To move, reply to the board's own mail, follow the line that stands above "
    "the board in a mail about several, or write the command in full, such as "
    '"knightpanic move 101 USERID PASSWORD a1-c5". "help" alone gives an overview.'
)
EXAMPLE = "GAME move BOARD USERID PASSWORD MOVE"
MESSAGE_EXAMPLE = "message USERID PASSWORD TO"


def thread_reference(parsed_mail: ParsedMail) -> tuple[str, int] | None:
    """Returns the game and number of the board to whose thread a mail belongs, or None."""
    return next(filter(None, map(read_thread_id, parsed_mail.references)), None)


def is_reply_to_us(parsed_mail: ParsedMail, host: str) -> bool:
    """Returns True if a mail is a reply to any mail of ours."""
    return any(id.lower().endswith(f"@{host.lower()}>") for id in parsed_mail.references)


def explain_bad_reply(
    parsed_mail: ParsedMail,
    labels: Sequence[str],
    *,
    by_reference: bool,
    valid_since: datetime | None = None,
) -> str:
    """Returns the reason why a reply doesn't tell what it answers, and how to write a command.

    `by_reference`: the labels don't stand in an address. `valid_since`: the time before which
    mails were signed by a key that holds no longer, if there is such a key.
    """
    if any(label.startswith(MESSAGE) for label in labels):
        return f"{filled(BAD_MESSAGE_ADDRESS)}\n  {MESSAGE_EXAMPLE}"
    board = thread_reference(parsed_mail)
    example = f"{board[0]} move {board[1]} USERID PASSWORD MOVE" if board else EXAMPLE
    if not (labels or board):
        return filled(NO_BOARD)
    replaced = KEY_REPLACED.format(local_time(valid_since)) if valid_since else ""
    invalid = (BAD_REFERENCE if by_reference else BAD_ADDRESS).format(replaced)
    return f"{filled(invalid if labels else NO_REFERENCE)}\n  {example}"


# The answer to a mail that says something else than a command: what to send, in three lines.

PLACEHOLDER = "USERID"
"""Stands for a userid where none can be suggested."""
MAX_SUGGESTION = 20
"""The length of a suggested userid, which leaves room for a number."""


def greeting_mail(work: UnitOfWork, address: str) -> TextMessage:
    """Returns the greeting of a player, or of a stranger with this address."""
    owners = work.reachability.owners(address)
    if owners:
        return _to_player(owners[0].userid)
    return _to_stranger(suggest_userid(work, address) or PLACEHOLDER)


def suggest_userid(work: UnitOfWork, address: str) -> str:
    """Returns a free userid like the name in an address; empty if there is none."""
    name = re.sub(r"[^a-z0-9_.-]", "", address.lower().rpartition("@")[0].partition("+")[0])
    name = re.sub(r"^[^a-z]+", "", name)[:MAX_SUGGESTION].rstrip("_.-")
    wanted = [name.partition(".")[0], name, *(f"{name}{number}" for number in range(2, 10))]
    return next((userid for userid in wanted if _is_free(work, userid)), "")


def _is_free(work: UnitOfWork, userid: str) -> bool:
    try:
        check_userid(userid)
    except UserError:
        return False
    return not (work.players.taken(userid) or work.players.is_mistakable(userid))


def _to_stranger(userid: str) -> TextMessage:
    game = next(iter(games.games().values()))
    titles = listing([each.title for each in games.games().values()])
    opening = (
        f"Hello. Here {titles} are played by mail, one line of a mail at a time. Your mail has no "
        "such line, so here are three to send, each as the subject of a mail of its own. To sign "
        "up, you may also reply: sign me up"
    )
    return _greeting(
        opening,
        (f"signup {userid} -", "makes you a player; a password may stand in the dash's place"),
        (f"{game.name} robot challenge 1 {userid}", "then begins a game against a robot"),
        (f"help {game.name}", f"the rules of {game.title}; help alone gives an overview"),
    )


def _to_player(userid: str) -> TextMessage:
    game = next(iter(games.games().values()))
    opening = (
        f"Hello, {userid}. No command was found in your mail, so nothing was done. To move, reply "
        "to the newest mail about the board. For anything else, send one of these lines as the "
        "subject, or in the text:"
    )
    return _greeting(
        opening,
        (f"all show {userid}", "the boards that wait for you"),
        (f"{game.name} robot challenge 1 {userid}", "a new game against a robot"),
        (f"{game.name} standings", "who plays this game, and who seeks another one"),
        (f"vacation {userid} - UNTIL", "no clock of yours runs until that day"),
        ("help", "gives an overview; help and a game's name, its rules"),
    )


def _greeting(opening: str, *lines: tuple[str, str]) -> TextMessage:
    shown = textwrap.indent("\n".join(f"{line}\n    {why}" for line, why in lines), "  ")
    text = f"{filled(opening)}\n\n{shown}\n\n{filled(ROBOT_LEVELS)}"
    suggestions = tuple(line for line, _ in lines)
    return TextMessage(subject="Hello", text=text, suggestions=suggestions)
