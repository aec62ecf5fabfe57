"""Reads replies to emails about tournaments: "stop", which ends them, and "leave"."""

from commands.content.threads import read_tournament_thread_id
from commands.inbound.requests.request import Request
from commands.players.preferences import MUTE, UNMUTE
from commands.replies.command_lines import CommandLine
from commands.replies.greetings import first_words
from commands.replies.reply_commands import LEAVE as UNSUBSCRIBE
from commands.replies.requests import LEAVE_TOURNAMENT, requested_word
from commands.replies.server.topics import clear_topics, word_set, words_of
from commands.replies.vocabulary.server import nouns, verbs
from commands.system.secrets.secret import NONE

VERBS = {UNSUBSCRIBE: MUTE, MUTE: MUTE, UNMUTE: UNMUTE, LEAVE_TOURNAMENT: "leave"}
"""The verbs of `tournament NAME ...` by the requests that they carry out."""


def tournament_replied_to(request: Request) -> str:
    """Returns the name of the tournament that an email replies to, or ""."""
    if request.replying or request.message or request.labels:
        return ""
    references = request.parsed_mail.references
    return next(filter(None, map(read_tournament_thread_id, references)), "")


def tournament_line(request: Request, userid: str) -> CommandLine | None:
    """Returns the command that a reply to a tournament's email asks for, or None.

    Leaving is only a guess, so the server asks the player to confirm it.
    """
    name = tournament_replied_to(request)
    first = first_words("\n".join(request.parsed_mail.blocks).split("\n")) if name else ""
    if not (first and userid):
        return None
    verb = VERBS.get(requested_word(first), "") or _verb(first)
    if not verb and not _asks(first):
        return None
    if not verb:
        return CommandLine(f"tournament {name}")
    line = f"tournament {name} {verb} {userid} {NONE}"
    return CommandLine(line, guessed=verb == VERBS[LEAVE_TOURNAMENT])


def ends_emails(text: str) -> bool:
    """Whether a text asks us to stop sending emails, such as "keine Turnier-Mails mehr"."""
    is_against = not {*words_of(text)}.isdisjoint(word_set(f"{verbs.AGAINST} {verbs.UNSUBSCRIBE}"))
    return is_against and not {nouns.DELIVERY, nouns.LEAVE}.isdisjoint(clear_topics(text))


def _verb(text: str) -> str:
    words = {*words_of(text)}
    if ends_emails(text):
        return MUTE
    is_leaving = not words.isdisjoint(word_set(verbs.QUIT))
    stays = not words.isdisjoint(word_set(verbs.STAY)) or "?" in text
    return VERBS[LEAVE_TOURNAMENT] if is_leaving and not stays else ""


def _asks(text: str) -> bool:
    """Whether a text asks about the tournament, or names its standings."""
    return text.rstrip().endswith("?") or nouns.STANDINGS in clear_topics(text)
