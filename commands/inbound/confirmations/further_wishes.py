"""Carries out, asks about or names what a reply says next to its clear yes or no."""

import re
from collections.abc import Sequence
from dataclasses import replace

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.content.status import Status
from commands.context.line_results import LineResult
from commands.inbound.confirmations.announcement_replies import asks_to_join
from commands.inbound.finding.finding_commands import commands_of
from commands.inbound.finding.requests.server_requests import ServerRequests
from commands.inbound.finding.tournaments.tournament_requests import ends_emails
from commands.inbound.requests.request import Request
from commands.inbound.running_lines import run_lines
from commands.inbound.service.request_answers import named_commands, topic_actions
from commands.language.dispatcher import Dispatcher
from commands.players.pending_lines import PendingAction, PendingLine
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.moves.notation.written_moves import mentioned_moves
from commands.replies.sentences.stemmed_phrases import word_set, words_of
from commands.replies.server.complete_lines import game_in
from commands.replies.server.server_request_error import ServerRequestError
from commands.replies.server.topics import MAX_LENGTH, topics_of
from commands.replies.vocabulary.requests.suspected_words import WISHES
from commands.system.secrets.secret import NONE
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from pbm.board.players import Player
from pbm.errors import UserError
from pbm.wording import filled

SUBJECT = "The rest of your reply"
NOT_UNDERSTOOD = "We didn't understand the rest of your reply."
NOT_DONE = "We haven't acted on this text, and we haven't sent it to anyone:"
NEW_EMAIL = 'To try again, send a command in a new email. For a list of commands, send "help".'
_COMPLETE = re.compile(r"[.!?)\u2026\uff1f]\s*$")
"""The end of a sentence. Signatures have none."""
_PARAGRAPH = re.compile(r"\n\s*\n")
QUESTION_MARKS = ("?", "\uff1f")


def wishes_more(rest: str) -> bool:
    """Whether a text next to a yes or no wants something else."""
    words = words_of(rest[:MAX_LENGTH])
    is_wish = any(mark in rest for mark in QUESTION_MARKS)
    is_wish = is_wish or not word_set(WISHES).isdisjoint(words)
    return is_wish or bool(game_in(rest) or topics_of(rest))


def further_results(
    dispatcher: Dispatcher,
    work: UnitOfWork,
    parsed_mail: ParsedMail,
    waiting: Sequence[PendingAction],
    *,
    to: str,
    rest: str,
    is_canceled: bool = False,
) -> list[LineResult]:
    """Returns the results of the text next to a yes or no, or none if it wants nothing.

    `is_canceled`: whether the text is next to a no. Then the opponents don't get its other words,
    because they may be about a command of which the opponents know nothing.
    """
    player, replying = waiting[0].player, _board_of(work, waiting, to)
    rest = "\n\n".join(filter(_COMPLETE.search, _PARAGRAPH.split(rest))) or rest
    has_move = replying is not None and bool(mentioned_moves(replying.board.match, rest))
    if not (has_move or wishes_more(rest)) or _is_stranger(work, player, to):
        return []
    if asks_to_join(waiting) and ends_emails(rest):
        line = f"change tournaments {player.userid} {NONE} off"
        found = FoundCommands((CommandLine(line, in_body=True, guessed=True),))
        request = Request(parsed_mail, "", confirming_address=to)
        return run_lines(dispatcher, work, found, request.caller)[1]
    mail = replace(parsed_mail, blocks=(rest,), subject="", is_reply=False, references=())
    request = Request(mail, "", replying=replying, confirming_address=to)
    try:
        found = _found(dispatcher, work, request)
    except ServerRequestError as error:
        named = Response(named_commands(request, error), status=Status.REFUSED)
        return [LineResult(named, SUBJECT)]
    except UserError:
        found = FoundCommands(())
    if not found.lines:
        today = dispatcher.services.clock.now().date()
        return [_not_understood(rest, topic_actions(work, rest, player.userid, today))]
    lines = tuple(map(_without_comment, found.lines)) if is_canceled else found.lines
    return run_lines(dispatcher, work, replace(found, lines=lines), request.caller)[1]


def _without_comment(line: CommandLine) -> CommandLine:
    withheld = "\n".join(filter(None, (line.comment, line.withheld)))
    return replace(line, comment="", withheld=withheld)


def _is_stranger(work: UnitOfWork, player: Player, to: str) -> bool:
    """Whether the address isn't the player's, because a no has ended its sign-up."""
    owners = work.reachability.owners(to)
    return player.id not in {owner.id for owner in owners}


def _found(dispatcher: Dispatcher, work: UnitOfWork, request: Request) -> FoundCommands:
    today = dispatcher.services.clock.now().date()
    requests = ServerRequests(work, request, today)
    return commands_of(request, lambda: requests.owners, requests)


def _board_of(work: UnitOfWork, waiting: Sequence[PendingAction], to: str) -> ReplyContext | None:
    """Returns the context in which the rest is read: the board of the pending line."""
    action = waiting[0].action
    ticket = action.ticket if isinstance(action, PendingLine) else None
    board = work.boards.lock_id(ticket.board) if ticket else None
    if ticket is None or board is None or ticket.by_deputy or ticket.seat >= len(board.players):
        return None
    return ReplyContext(board, ticket, registered_sender=to)


def _not_understood(rest: str, actions: Sequence[Action]) -> LineResult:
    """Returns the note that a text wasn't understood, with the commands that it may want."""
    text = "\n\n".join((filled(NOT_DONE), f"  {' '.join(rest.split())}"))
    how = "" if actions else filled(NEW_EMAIL)
    face = Face(
        banner=NOT_UNDERSTOOD, lead="\n\n".join(filter(None, (text, how))), quiet=tuple(actions)
    )
    content = TextMessage(subject=SUBJECT, text="", face=face, refusal=True)
    return LineResult(Response(content, status=Status.REFUSED), SUBJECT)
