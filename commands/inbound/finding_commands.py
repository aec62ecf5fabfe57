"""Finds the commands of a mail, by what it replies to."""

from collections.abc import Callable, Sequence
from datetime import date

from commands.content.reply_claims import ReplyAge
from commands.inbound.requests.request import Request
from commands.inbound.requests.typed_subjects import has_verb
from commands.replies.absences import absence
from commands.replies.command_lines import (
    CommandLine,
    FoundCommands,
    IsOwn,
    find_commands,
    looks_like_command,
)
from commands.replies.commands import LEAVE, TUTORIAL
from commands.replies.deputies import find_deputy_command
from commands.replies.greetings import first_words
from commands.replies.lines import find_reply_command
from commands.replies.requests import ASKED_ABOUT, REMATCH, SIGNUP, requested_among, requested_word
from commands.replies.suggestions import NoCommandError
from commands.replies.words import find_chat, find_message, find_words_answer
from commands.replies.yes_or_no import MAX_NO_WORDS, YesOrNo, yes_or_no
from commands.security.tokens import ASKING, CHAT
from commands.verbs.chat import Chat
from mail.reading.characters import plain_signs
from mail.reading.phrases.bounces import AWAY
from pbm.errors import UserError

NONE_FOUND = FoundCommands(())
ABOUT_NO_BOARD = {"show": "help", "legal": "help", "rules": "help"}
Owners = Callable[[], Sequence[str]]
"""Returns the userids of the players with the sender's address."""

ABOUT_NO_BOARD |= {"undo": "help offers", "hint": "help hint"}


def commands_of(
    request: Request,
    owners: Owners,
    today: date,
    free_userid: Callable[[], str] = str,
    *,
    confirms: bool = True,
) -> FoundCommands:
    """Returns the commands of a mail; raises UserError for a reply that isn't understood.

    `free_userid`: returns a userid for the sender, if there is one.
    `confirms`: addresses are confirmed; else a no to a mail about no board asks for no more mail.
    """
    reaction = request.parsed_mail.reaction
    if request.replying and request.replying.deputy:
        blocks = request.parsed_mail.blocks
        return find_deputy_command(request.replying, blocks) if reaction is None else NONE_FOUND
    if reaction is not None:
        return _reaction(request, reaction)
    return _others(request, owners, today, free_userid, confirms=confirms)


def _others(
    request: Request,
    owners: Owners,
    today: date,
    free_userid: Callable[[], str],
    *,
    confirms: bool,
) -> FoundCommands:
    """Returns the commands of a mail that is no deputy's, and no reaction."""

    def is_own(userid: str) -> bool:
        return bool(userid) and userid.lower() in map(str.lower, owners())

    if _asks_to_leave(request) or (not confirms and _refuses(request)):
        return FoundCommands((CommandLine(LEAVE),))
    find = _reader(request)
    if find is None:
        found = find_commands(request.parsed_mail, is_own)
        is_right = any(has_verb(line.text.split()) for line in found.lines)
        meant = None if is_right else _requested(request, owners, free_userid)
        if meant := meant or (None if is_right else _absence(request, owners, today)):
            return meant
        if request.meant_as_reply and not _has_command(found, is_own):
            return NONE_FOUND  # the answer explains how to reply
        return found
    try:
        return find()
    except UserError as error:
        found = find_commands(request.parsed_mail, is_own) if request.by_reference else NONE_FOUND
        if _has_command(found, is_own):
            return found  # a mail of its own, begun by a reply to our address
        away = _absence(request, owners, today) if isinstance(error, NoCommandError) else None
        if away is None:
            raise
        return away


def _reaction(request: Request, sign: str) -> FoundCommands:
    """Returns the chat or message that a reaction is; nothing where it would have to wait."""
    replying, message = request.replying, request.message
    if replying and sign and replying.registered_sender and replying.age <= Chat.oldest_reply:
        return find_chat(replying, [sign])
    if message and sign and message.registered_sender and message.age is ReplyAge.LATEST:
        return find_message(message, [sign])
    return NONE_FOUND


def _asks_to_leave(request: Request) -> bool:
    """Returns True for somebody who wants no more mail, whichever mail it answers.

    Where a yes or a no is awaited, stop means no; and with more lines in answer to a player's
    words, it is meant for that player.
    """
    replying, text = request.replying, "\n".join(request.parsed_mail.blocks).lower().strip()
    if any(map(str.isdigit, text)):  # as a move has
        return False
    awaits = replying and (replying.prefix == ASKING or replying.holds_move or replying.board.offer)
    talks = request.message or (replying and replying.prefix == CHAT)
    is_no = awaits and len(text.split()) <= MAX_NO_WORDS
    is_others = "stop" in text and (is_no or (talks and len(text.splitlines()) > 1))
    return not is_others and _requested_word(request) == LEAVE


def _refuses(request: Request) -> bool:
    """Returns True for a no to a mail of ours about no board, such as one that welcomes."""
    about_none = not (request.replying or request.message) and request.meant_as_reply
    return about_none and yes_or_no(request.parsed_mail.blocks) is YesOrNo.NO


def _requested_word(request: Request) -> str:
    """Returns what the subject or the first line asks for; a reply's subject is ours."""
    parsed_mail, names = request.parsed_mail, request.replying.names if request.replying else ()
    first = first_words("\n".join(parsed_mail.blocks).split("\n"), names)
    texts = [
        plain_signs(text)
        for text in ((first,) if parsed_mail.is_reply else (parsed_mail.subject, first))
    ]
    return next(filter(None, (*map(requested_word, texts), *map(requested_among, texts))), "")


def _requested(
    request: Request, owners: Owners, free_userid: Callable[[], str]
) -> FoundCommands | None:
    """Returns what the subject or the first line asks for with fill words around it."""
    word = _requested_word(request)
    if word in ("", REMATCH, *ASKED_ABOUT) or (word == TUTORIAL and not owners()):
        return None  # whoever isn't registered is greeted
    if word == SIGNUP:
        userid = "" if owners() else free_userid()
        return FoundCommands((CommandLine(f"signup {userid} -"),)) if userid else None
    userids = owners() if word in ("show", "legal", "forgot") else ()
    if word == "forgot":
        lines = [f"forgot {userids[0] if len(userids) == 1 else request.to}"]
    else:
        lines = [f"all show {userid} active" for userid in userids]
    lines = lines or [ABOUT_NO_BOARD.get(word, word)]
    return FoundCommands(tuple(map(CommandLine, lines)))


def _absence(request: Request, owners: Owners, today: date) -> FoundCommands | None:
    """Returns the vacation that a mail's own words tell, which its writer is asked about."""
    parsed_mail, replying = request.parsed_mail, request.replying
    if AWAY.match(parsed_mail.subject) or (replying and replying.board.match.outcome):
        return None
    userids = [replying.player.userid] if replying else owners()
    text = "\n".join(
        [*parsed_mail.blocks]
        if parsed_mail.is_reply
        else [parsed_mail.subject, *parsed_mail.blocks]
    )
    days = absence(text, today) if len(userids) == 1 else ""
    if not days:
        return None
    line = f"vacation {userids[0]} - until {days}"
    words = text.strip() if replying else ""
    return FoundCommands((CommandLine(line, words, guessed=True),), is_prose=True)


def _reader(request: Request) -> Callable[[], FoundCommands] | None:
    """Returns what reads a reply; None for a mail that is no reply to a mail of ours."""
    replying, message, blocks = request.replying, request.message, request.parsed_mail.blocks
    if replying is not None:
        find = {CHAT: find_chat, ASKING: find_words_answer}.get(replying.prefix, find_reply_command)
        return lambda: find(replying, blocks)
    if message is not None:
        return lambda: find_message(message, blocks)
    return None


def _has_command(found: FoundCommands, is_own: IsOwn) -> bool:
    return any(looks_like_command(line.text, is_own, in_subject=True) for line in found.lines)
