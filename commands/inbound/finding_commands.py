"""Finds the commands of an email in the way that fits the email replied to."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from commands.content.reply_claims import ReplyAge
from commands.inbound.boards_in_mail import (
    NONE_FOUND,
    BoardsOfPlayer,
    named_boards,
    no_boards,
    on_digest,
)
from commands.inbound.requests.request import Request
from commands.inbound.requests.tournament_requests import tournament_line, tournament_replied_to
from commands.inbound.requests.typed_subjects import has_verb
from commands.inbound.service.request_answers import ServerRequests, is_passed_on
from commands.language import parser
from commands.replies.answers.yes_or_no import MAX_NO_WORDS, YesOrNo, yes_or_no
from commands.replies.board_lines import NamedBoards
from commands.replies.command_lines import (
    CommandLine,
    FoundCommands,
    IsOwn,
    find_commands,
    looks_like_command,
)
from commands.replies.commands import LEAVE, TUTORIAL
from commands.replies.deputies import find_deputy_command
from commands.replies.digest_lines import DigestReader
from commands.replies.greetings import first_words
from commands.replies.lines import find_reply_command
from commands.replies.requests import ASKED_ABOUT, REMATCH, SIGNUP, requested_among, requested_word
from commands.replies.server.absences import absence
from commands.replies.server.errors import ServerRequestError
from commands.replies.suggestions import NoCommandError
from commands.replies.words import find_chat, find_message, find_pending_chat_answer
from commands.security.tokens import ASKING, CHAT
from commands.verbs.chat import Chat
from mail.reading.characters import plain_signs
from mail.reading.phrases.bounces import AWAY
from pbm.errors import UserError

ABOUT_NO_BOARD = {
    "show": "help",
    "legal": "help",
    "rules": "help",
    "undo": "help offers",
    "hint": "help hint",
}
Owners = Callable[[], Sequence[str]]
"""Returns the userids of the players with the sender's address."""


def commands_of(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    free_userid: Callable[[], str] = str,
    boards_of: BoardsOfPlayer = no_boards,
    *,
    confirms: bool = True,
) -> FoundCommands:
    """Returns the commands of an email. Raises UserError for a reply that can't be understood.

    `free_userid`: returns an unused userid for the sender, or "".
    `confirms`: whether the server asks for confirmations. If it doesn't, "no" in reply to an email
    about no board means unsubscribing.
    """
    reaction = request.parsed_mail.reaction
    if request.replying and request.replying.deputy:
        blocks = request.parsed_mail.blocks
        return find_deputy_command(request.replying, blocks) if reaction is None else NONE_FOUND
    if reaction is not None:
        return _reaction(request, reaction)
    digest = DigestReader(request.digest) if request.digest else None
    if digest and (found := on_digest(request, digest)).lines:
        return found
    if not _asks_to_leave(request):
        named = named_boards(request, owners, boards_of)
        if named.lines:
            return _with_rest(request, named)
    found = _others(request, owners, server_requests, free_userid, confirms=confirms)
    if digest and not found.lines:
        raise digest.explain()
    return found


def _with_rest(request: Request, named: NamedBoards) -> FoundCommands:
    """Returns the commands in the rest of a reply, followed by those for other boards."""
    lines, rest = named.lines, named.rest
    parsed_mail = replace(request.parsed_mail, blocks=rest)
    find = _reader(replace(request, parsed_mail=parsed_mail)) if rest else None
    try:
        own = find() if find else NONE_FOUND
    except NoCommandError:
        lines = (replace(lines[0], withheld="\n\n".join(rest)), *lines[1:])
        own = NONE_FOUND
    return FoundCommands((*own.lines, *lines), own.cut)


def _others(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    free_userid: Callable[[], str],
    *,
    confirms: bool,
) -> FoundCommands:
    """Returns the commands of an email that isn't from a deputy and isn't a reaction."""

    def is_own(userid: str) -> bool:
        return bool(userid) and userid.lower() in map(str.lower, owners())

    userid = next(iter(owners()), "") if tournament_replied_to(request) else ""
    if line := tournament_line(request, userid):
        return FoundCommands((line,))
    if _asks_to_leave(request) or (not confirms and _refuses(request)):
        return FoundCommands((CommandLine(LEAVE),))
    find, today = _reader(request), server_requests.today
    if find is None:
        commands = find_commands(request.parsed_mail, is_own)
        typed = [line.text.split() for line in commands.lines]
        is_right = any(has_verb(words) and (len(words) > 1 or _runs(words)) for words in typed)
        requested = None if is_right else _requested(request, owners, free_userid)
        if requested is None and not is_right:
            requested = _absence(request, owners, today) or server_requests.in_mail(owners())
        if requested:
            return requested
        if not is_right and server_requests.is_named() and max(map(len, typed), default=0) <= 1:
            return NONE_FOUND  # the greeting names the commands
        if request.meant_as_reply and not _has_command(commands, is_own):
            return NONE_FOUND  # the answer explains how to reply
        return commands
    return _of_reply(request, owners, server_requests, find)


def _runs(words: Sequence[str]) -> bool:
    """Whether the words are a complete command, such as "help"."""
    try:
        return bool([*parser.readings(words, proven=False)])
    except UserError:
        return False


def _of_reply(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    find: Callable[[], FoundCommands],
) -> FoundCommands:
    """Returns the commands of a reply about a board or to a message.

    `find`: finds the commands that the reply may contain in any case.
    """

    def is_own(userid: str) -> bool:
        return bool(userid) and userid.lower() in map(str.lower, owners())

    try:
        found = find()
        if is_passed_on(found, request.parsed_mail.blocks):
            return server_requests.in_reply() or found
        return server_requests.below_move(found)
    except ServerRequestError:
        raise
    except UserError as error:
        commands = (
            find_commands(request.parsed_mail, is_own) if request.by_reference else NONE_FOUND
        )
        if _has_command(commands, is_own):
            return commands  # the player pressed Reply to write an independent email
        away = (
            _absence(request, owners, server_requests.today)
            if isinstance(error, NoCommandError)
            else None
        )
        if away is None and isinstance(error, NoCommandError) and not error.is_attempt:
            away = server_requests.in_reply()
        if away is None:
            raise
        return away


def _reaction(request: Request, sign: str) -> FoundCommands:
    """Returns the reaction to an email, such as an emoji, as chat or as a message.

    The result is empty if the text would have to be confirmed first.
    """
    replying, message = request.replying, request.message
    if replying and sign and replying.registered_sender and replying.age <= Chat.oldest_reply:
        return find_chat(replying, [sign])
    if message and sign and message.registered_sender and message.age is ReplyAge.LATEST:
        return find_message(message, [sign])
    return NONE_FOUND


def _asks_to_leave(request: Request) -> bool:
    """Whether the sender, in reply to any email, asks for no more emails.

    If pbm expects a yes or no, "stop" means no. If other lines follow "stop" in a reply to chat or
    a message, it is meant for the other player.
    """
    replying, text = request.replying, "\n".join(request.parsed_mail.blocks).lower().strip()
    if any(map(str.isdigit, text)):  # the text may be a move
        return False
    awaits = replying and (
        replying.prefix == ASKING or replying.has_pending_move or replying.board.offer
    )
    talks = request.message or (replying and replying.prefix == CHAT)
    is_no = awaits and len(text.split()) <= MAX_NO_WORDS
    is_others = "stop" in text and (is_no or (talks and len(text.splitlines()) > 1))
    return not is_others and _requested_word(request) == LEAVE


def _refuses(request: Request) -> bool:
    """Whether the email says no to an email that isn't about a board, such as a welcome email."""
    about_none = not (request.replying or request.message) and request.meant_as_reply
    return about_none and yes_or_no(request.parsed_mail.blocks) is YesOrNo.NO


def _requested_word(request: Request) -> str:
    """Returns the command that the subject or the first line asks for, or "".

    A reply's subject is ignored, because pbm wrote it.
    """
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
    """Returns the command that the subject or the first line asks for in the sender's own words."""
    word = _requested_word(request)
    if word in ("", REMATCH, *ASKED_ABOUT) or (word == TUTORIAL and not owners()):
        return None  # somebody who isn't registered gets a greeting
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
    """Returns a `vacation` command for the absence that an email mentions, or None.

    Its writer has to confirm it.
    """
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
    """Returns the function that finds a reply's commands, or None if this isn't a reply."""
    replying, message, blocks = request.replying, request.message, request.parsed_mail.blocks
    if replying is not None:
        find = {CHAT: find_chat, ASKING: find_pending_chat_answer}.get(
            replying.prefix, find_reply_command
        )
        return lambda: find(replying, blocks)
    if message is not None:
        return lambda: find_message(message, blocks)
    return None


def _has_command(commands: FoundCommands, is_own: IsOwn) -> bool:
    return any(looks_like_command(line.text, is_own, in_subject=True) for line in commands.lines)
