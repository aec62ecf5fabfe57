"""Handles replies to announcements of tournaments, which ask whether the reader joins."""

import re
from collections.abc import Sequence
from functools import cache

from commands.content.messages import Subscription, SubscriptionKind, TextMessage
from commands.context.context import Context
from commands.context.line_results import LineResult
from commands.inbound.finding.tournaments.tournament_requests import ends_emails, tournament_line
from commands.inbound.requests.request import Request
from commands.inbound.running_lines import run_lines
from commands.language.dispatcher import Dispatcher
from commands.outbound.notifications.ways_out import end_subscription
from commands.players.pending_lines import PendingAction, PendingLine
from commands.replies.answers.yes_no_patterns import phrase_finder, words_of
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.requests.worded_requests import LEAVE, requested_word
from commands.replies.sentences.greetings import first_words
from commands.replies.sentences.stemmed_phrases import word_set
from commands.replies.vocabulary.answers import yes_no_words
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server import tournaments
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from pbm.board.players import Player
from pbm.tournaments.tournament import StoredTournament

JOIN, TOURNAMENT = "join", "tournament"
MAX_JOINING_WORDS = 12
"""Maximum number of words of a reply that joins in other words than "join"."""
MAX_TEXT = 400
"""Maximum number of characters that are searched for other players."""
MAX_WORDS = 30
"""Maximum number of words among which other players are looked up."""
MIN_USERID = 2
MAX_OTHERS = 3
QUESTION_MARKS = ("?", "\uff1f")
MAX_SHOWN = 3
SHOWN = re.compile(r"(?i)[a-z]{1,20} (?:help|rules)|help|tournaments|tournament [^\s]{1,60}")
"""Commands that show something about tournaments and games, and change nothing."""
SAYS_JOIN = re.compile(
    r"(?:(?:yes|sure|please|let me|(?:can|may) i|i want to|i (?:d|would) (?:like|love) to|i ll) )*"
    r"join(?: (?:in|it|the tournament|please))*"
)


def leave_tournament(
    dispatcher: Dispatcher, work: UnitOfWork, request: Request, name: str = ""
) -> list[LineResult] | None:
    """Carries out "leave" in a reply to an announcement whose reader has joined.

    Returns None if the reply doesn't ask for that.

    `name`: the tournament's name. By default, the name in the thread's references.
    """
    owners = work.reachability.owners(request.to)
    line = tournament_line(request, owners[0].userid if len(owners) == 1 else "", name)
    if line is None:
        return None
    return run_lines(dispatcher, work, FoundCommands((line,)), request.caller)[1]


def shown_lines(
    dispatcher: Dispatcher, work: UnitOfWork, parsed_mail: ParsedMail
) -> list[LineResult]:
    """Carries out the commands of a reply if all of them only show something about tournaments.

    An announcement offers such commands, and people send them in a reply.
    """
    lines = [line.strip() for block in parsed_mail.blocks for line in block.split("\n")]
    lines = [line for line in lines if line]
    if not 0 < len(lines) <= MAX_SHOWN or not all(map(SHOWN.fullmatch, lines)):
        return []
    found = FoundCommands(tuple(CommandLine(line, in_body=True) for line in lines))
    return run_lines(dispatcher, work, found, Request(parsed_mail, "").caller)[1]


def end_announcements(
    context: Context, parsed_mail: ParsedMail, waiting: Sequence[PendingAction]
) -> TextMessage | None:
    """Ends the announcements of tournaments if the reply to one asks for that.

    Returns the email that confirms it, or None if they aren't ended.
    """
    lines = [each.action for each in waiting if isinstance(each.action, PendingLine)]
    is_announcement = asks_to_join(waiting) and not any(line.sender for line in lines)
    first = first_words("\n".join(parsed_mail.blocks).split("\n"))
    is_asked = requested_word(first) == LEAVE or ends_emails(first)
    if not (is_announcement and is_asked):
        return None
    player = waiting[0].player
    subscription = Subscription(SubscriptionKind.TOURNAMENTS, player.id)
    return end_subscription(context, player, subscription)


def says_join(text: str, waiting: Sequence[PendingAction]) -> bool:
    """Whether the text only says "join", in reply to the question whether to join."""
    name = asked_tournament(waiting) if asks_to_join(waiting) else ""
    return is_offered(waiting) and (
        bool(SAYS_JOIN.fullmatch(" ".join(plain_words(text)))) or joins_in_other_words(text, name)
    )


def joins_in_other_words(text: str, name: str) -> bool:
    """Whether the text only says that its writer joins: "Count me in!".

    `name`: the name of the tournament.
    """
    parts = {*plain_words(name)}
    words = " ".join(word for word in words_of(text[:MAX_TEXT]).split() if word not in parts)
    is_short = len(text) <= MAX_TEXT and 0 < len(words.split()) <= MAX_JOINING_WORDS
    if not is_short or any(mark in text for mark in QUESTION_MARKS):
        return False
    rest = phrase_finder(tournaments.JOINING).sub("", words)
    return rest != words and not _around_joining().sub("", rest).strip()


def players_to_join(work: UnitOfWork, text: str, player: Player) -> list[str]:
    """Returns the other players whom the writer of a reply wants to join, too.

    Only they can join, so the answer names the line with which they do.
    """
    said = plain_words(text[:MAX_TEXT])[:MAX_WORDS]
    if word_set(tournaments.SIGNING_UP).isdisjoint(said):
        return []
    found = {work.players.find(word) for word in dict.fromkeys(said) if len(word) >= MIN_USERID}
    others = {each.userid for each in found if each and each.id != player.id}
    return sorted(others)[:MAX_OTHERS]


def joins_with_others(text: str) -> bool:
    """Whether a reply wants people to join who may not be registered: "me and my friend Dave"."""
    said = plain_words(text[:MAX_TEXT])
    is_joining = not word_set(tournaments.SIGNING_UP).isdisjoint(said)
    return is_joining and not word_set(tournaments.COMPANY).isdisjoint(said)


@cache
def _around_joining() -> re.Pattern[str]:
    tables = (yes_no_words.YES, yes_no_words.FILLERS, tournaments.AROUND_JOINING)
    return phrase_finder("".join(tables))


def asks_to_join(waiting: Sequence[PendingAction]) -> bool:
    """Whether the question is whether its reader joins a tournament."""
    actions = [each.action for each in waiting]
    return is_offered(waiting) and all(
        isinstance(each, PendingLine) and each.words[0] == TOURNAMENT for each in actions
    )


def is_offered(waiting: Sequence[PendingAction]) -> bool:
    """Whether the question is whether its reader joins a tournament or an open challenge."""
    actions = [each.action for each in waiting]
    return all(isinstance(each, PendingLine) and JOIN in each.words for each in actions)


def joined_tournament(
    context: Context, waiting: Sequence[PendingAction]
) -> StoredTournament | None:
    """Returns the tournament that the question asks its reader to join, if they have joined it."""
    name = asked_tournament(waiting) if len(waiting) == 1 and asks_to_join(waiting) else ""
    stored = context.work.tournaments.find(name) if name else None
    return stored if stored and waiting[0].player.id in stored.tournament.players else None


def asked_tournament(waiting: Sequence[PendingAction]) -> str:
    actions = (each.action for each in waiting)
    lines = (each.words for each in actions if isinstance(each, PendingLine))
    return next((words[1] for words in lines if len(words) > 1), "")
