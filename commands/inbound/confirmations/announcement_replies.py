"""Handles replies to announcements of tournaments, which ask whether the reader joins."""

import re
from collections.abc import Sequence

from commands.content.messages import Subscription, SubscriptionKind, TextMessage
from commands.context.context import Context
from commands.context.line_results import LineResult
from commands.inbound.finding.tournament_requests import ends_emails, tournament_line
from commands.inbound.requests.request import Request
from commands.inbound.running_lines import run_lines
from commands.language.dispatcher import Dispatcher
from commands.outbound.notifications.ways_out import end_subscription
from commands.players.pending_lines import (
    PendingAction,
    PendingLine,
)
from commands.replies.command_lines import FoundCommands
from commands.replies.greetings import first_words
from commands.replies.reply_commands import LEAVE
from commands.replies.requests import requested_word
from commands.replies.vocabulary.sentence_words import plain_words
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail

JOIN = "join"
SAYS_JOIN = re.compile(
    r"(?:(?:yes|sure|please|let me|(?:can|may) i|i want to|i (?:d|would) (?:like|love) to|i ll) )*"
    r"join(?: (?:in|it|the tournament|please))*"
)


def leave_tournament(
    dispatcher: Dispatcher, work: UnitOfWork, request: Request
) -> list[LineResult] | None:
    """Carries out "leave" in a reply to an announcement whose reader has joined.

    Returns None if the reply doesn't ask for that.
    """
    owners = work.reachability.owners(request.to)
    line = tournament_line(request, owners[0].userid if len(owners) == 1 else "")
    if line is None:
        return None
    return run_lines(dispatcher, work, FoundCommands((line,)), request.caller)[1]


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
    return asks_to_join(waiting) and bool(SAYS_JOIN.fullmatch(" ".join(plain_words(text))))


def asks_to_join(waiting: Sequence[PendingAction]) -> bool:
    actions = [each.action for each in waiting]
    return all(isinstance(each, PendingLine) and JOIN in each.words for each in actions)


def asked_tournament(waiting: Sequence[PendingAction]) -> str:
    actions = (each.action for each in waiting)
    lines = (each.words for each in actions if isinstance(each, PendingLine))
    return next((words[1] for words in lines if len(words) > 1), "")
