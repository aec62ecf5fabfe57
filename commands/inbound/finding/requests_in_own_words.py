"""Finds commands that the subject or the first line asks for in the sender's own words."""

import re
from collections.abc import Callable, Sequence
from datetime import date

from commands.inbound.requests.request import Request
from commands.inbound.service.bad_replies import thread_reference
from commands.replies.answers.yes_or_no import MAX_NO_WORDS, YesOrNo, yes_or_no
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.requests.worded_requests import (
    ASKED_ABOUT,
    LEAVE,
    REMATCH,
    SIGNUP,
    TUTORIAL,
    board_word,
    requested_among,
    requested_word,
)
from commands.replies.sentences.greetings import first_words
from commands.replies.sentences.stemmed_phrases import word_set, words_of
from commands.replies.server.absences.absences import absence, days_away
from commands.replies.server.account_deletion import HELP, asks_only, deletion_line
from commands.replies.server.complete_lines import with_data_first
from commands.replies.server.sign_ups import names_somebody_else, signup_name
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server.sentences import TRYING
from commands.security.tokens import ASKING, CHAT
from commands.system.secrets.secret import NONE
from mail.reading.characters import plain_signs
from mail.reading.phrases.bounces import AWAY
from pbm import games
from pbm.errors import UsageError

WHICH_GAME = (
    "We don't know which game you mean.\nReply \"{}\" to an email that shows the game's board."
)
ABOUT_NO_BOARD = {
    "show": "help",
    "legal": "help",
    "rules": "help",
    "undo": "help offers",
    "hint": "help hint",
}

OPEN_CHALLENGE = re.compile(r"\bOpen challenge: (.+)$")
"""The subjects of emails about the reader's own open challenge."""

Owners = Callable[[], Sequence[str]]
"""Returns the userids of the players with the sender's address."""


def asks_to_leave(request: Request) -> bool:
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


def leaving_lines(request: Request, owners: Owners, *, confirms: bool) -> tuple[CommandLine, ...]:
    """Returns the commands for an email whose sender wants no more emails, or asks about that."""
    parsed_mail, userids = request.parsed_mail, owners()
    subject = "" if parsed_mail.is_reply else parsed_mail.subject
    text = "\n".join((subject, *parsed_mail.blocks))
    if len(userids) == 1 and (deletion := deletion_line(text, userids[0])):
        return with_data_first(deletion, text)
    return (CommandLine(LEAVE if confirms or not asks_only(text) else HELP),)


def withdrawal_line(request: Request, owners: Owners) -> CommandLine | None:
    """Returns the command that withdraws an open challenge if a reply to its email says no.

    Returns None for any other email. The writer has to confirm the command.
    """
    parsed_mail = request.parsed_mail
    is_no = parsed_mail.is_reply and yes_or_no(parsed_mail.blocks) is YesOrNo.NO
    about = OPEN_CHALLENGE.search(parsed_mail.subject) if is_no else None
    title = about[1].strip().casefold() if about and len(owners()) == 1 else ""
    name = next(
        (game.name for game in games.games().values() if game.title.casefold() == title), ""
    )
    line = f"{name} seek {owners()[0]} {NONE} 0" if name else ""
    return CommandLine(line, in_body=True, guessed=True) if line else None


def refuses(request: Request) -> bool:
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


def requested_command(
    request: Request, owners: Owners, free_userid: Callable[[], str]
) -> FoundCommands | None:
    """Returns the command that the subject or the first line asks for in the sender's own words."""
    if (name := _wanted_userid(request)) and not owners():
        return FoundCommands((CommandLine(f"{SIGNUP} {name} {NONE}"),))
    word = _requested_word(request)
    if word in ("", REMATCH, *ASKED_ABOUT) or (word == TUTORIAL and not owners()):
        return None  # somebody who isn't registered gets a greeting
    if word == "list" and not owners() and _wants_to_play(request):
        return None  # the greeting says how to sign up, and also lists the games
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


def _wanted_userid(request: Request) -> str:
    """Returns the userid under which the sender wants to sign up, or ""."""
    text = _with_subject(request)
    return "" if names_somebody_else(text, request.to) else signup_name(text, request.to)


def _with_subject(request: Request) -> str:
    return "\n".join((request.parsed_mail.subject, *request.parsed_mail.blocks))


def _wants_to_play(request: Request) -> bool:
    text = _with_subject(request)
    return not word_set(TRYING).isdisjoint(words_of(text[:MAX_LENGTH]))


def check_names_game(request: Request, texts: Sequence[str]) -> None:
    """Raises UsageError if one of these texts is a command that only a reply can give.

    An email that names a board in another way isn't checked.
    """
    if request.digest or request.labels or thread_reference(request.parsed_mail):
        return
    if word := next(filter(None, map(board_word, texts)), ""):
        raise UsageError(WHICH_GAME.format(word))


def mentioned_absence(
    request: Request, owners: Owners, today: date, *, asks_pause: bool = False
) -> FoundCommands | None:
    """Returns a `vacation` command for the absence that an email mentions, or None.

    Its writer has to confirm it. `asks_pause`: whether they ask to pause the clocks. Then days are
    enough: "I'm skiing from tomorrow till Sunday, please stop my clock".
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
    names = {player.userid.lower() for player in replying.others} if replying else ()
    days = absence(text, today, names)
    if not days and asks_pause and "?" not in text:
        days = days_away(text, today)
    if not days or len(userids) != 1:
        return None
    line = f"vacation {userids[0]} - {days}"
    words = text.strip() if replying else ""
    return FoundCommands((CommandLine(line, words, guessed=True),), is_prose=True)
