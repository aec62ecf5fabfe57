"""Combines the responses to the commands of an email into one answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from commands.content.messages import (
    Content,
    FileMessage,
    MessageBatch,
    Part,
    TextMessage,
    parts_of,
)
from commands.content.reply_claims import ReplyClaims
from commands.content.response import Arrival, Response
from commands.context.line_results import LineResult
from commands.inbound.requests.request import Request
from commands.language import error_responses, tokenizer
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.system.metrics import MailOutcome
from commands.views.text.board_text import thread_subject
from pbm import games
from pbm.errors import UserError

REST_NOT_READ = "We ignored the rest of your email. For an overview of the commands, send: help"
MAX_REFUSALS = 10
"""Maximum number of errors in an email. The lines after them are ignored."""
MAX_ANSWER_LENGTH = 90_000
"""Approximate maximum length of an answer in characters, because mail programs clip long emails.

The lines of the email that would exceed it are ignored.
"""
ASSUMED_BOARD_LENGTH = 1_000
"""Characters that are assumed for a board, because boards are rendered later."""
NO_COMMAND = "not a command"
CONFIRMATION_SENT = "To confirm this, reply to our other email:\n  {}"


def is_enough(responses: Sequence[Response]) -> bool:
    """Whether the remaining commands of the email are ignored.

    Otherwise, an email could guess many passwords, or keep the server busy.
    """
    errors = sum(not response.ok for response in responses)
    return errors >= MAX_REFUSALS or sum(map(_length, responses)) >= MAX_ANSWER_LENGTH


def _length(response: Response) -> int:
    return sum(map(_part_length, parts_of(response.content)))


def _part_length(part: Part) -> int:
    if isinstance(part, TextMessage):
        return len(part.text)
    return len(part.content) if isinstance(part, FileMessage) else ASSUMED_BOARD_LENGTH


def combine(
    request: Request, answered: Sequence[LineResult], asked: TextMessage | None, *, cut: bool
) -> Content:
    """Returns a single response unchanged, and several responses as a numbered batch.

    `asked`: the email that asks the sender for confirmations. If all lines wait for a confirmation,
    this email is the answer.
    `cut`: whether the email had too many lines.
    """
    waiting = [asked if asked and _asks(each.response, request.to) else None for each in answered]
    if asked and all(waiting) and not cut:
        return asked
    if len(answered) == 1 and not cut:
        return answered[0].response.content
    parts: list[tuple[str, Part]] = [
        (f"{number}. {each.heading or each.title}", content)
        for number, (each, mail) in enumerate(zip(answered, waiting, strict=True), 1)
        for content in ([_note_of(mail)] if mail else parts_of(each.response.content))
    ]
    if cut:
        parts.append(("...", TextMessage(subject="", text=REST_NOT_READ)))
    if not request.replying:
        return MessageBatch(subject=f"Results of {len(answered)} commands", parts=tuple(parts))
    board = request.replying.board
    names = [player.userid for player in board.players]
    return MessageBatch(
        subject=thread_subject(board.game.name, board.number, names),
        board=f"{board.game.name} {board.number}",
        parts=tuple(parts),
    )


def with_note(
    claims: ReplyClaims, answered: Sequence[LineResult], note: str, *, asks: bool = False
) -> list[LineResult]:
    """Returns the answers with a note. The note is below a refusal, and above any other answer.

    `asks`: whether the note is a question to which the reader can reply with yes.
    """
    content = answered[0].response.content
    # the question whether to execute a command replaces the command's answer
    is_asked = bool(answered[0].response.confirmations)
    if len(answered) == 1 and isinstance(content, TextMessage) and not is_asked:
        texts = (content.text, note) if content.refusal else (note, content.text)
        changed = content.model_copy(update={"text": "\n\n".join(texts), "asks": asks})
        response = replace(answered[0].response, content=changed, arrival=Arrival.NOW)
        return [replace(answered[0], response=response)]
    message = TextMessage(subject="", text=note, ticket=claims, asks=asks)
    return [LineResult(Response(message), "your text"), *answered]


def _asks(response: Response, address: str) -> bool:
    """Whether the command waits for a confirmation from this address."""
    asked = (each for request in response.confirmations for each in request.addresses)
    return address.lower() in map(str.lower, asked)


def _note_of(asked: TextMessage) -> TextMessage:
    return TextMessage(subject="", text=CONFIRMATION_SENT.format(asked.subject))


def log_outcome(answered: LineResult) -> str:
    """Returns a command's name and status for the log."""
    return f"{answered.title}: {status_name(answered.response)}"


def status_name(response: Response) -> str:
    """Returns the status in words for the log."""
    if response.ok and response.confirmations:
        return "waiting for confirmation"
    return response.status.name.lower().replace("_", " ")


def recognizable_commands(commands: FoundCommands, refusal: Content | None) -> list[str]:
    """Returns the texts of the commands. A repeated refusal is recognized by them.

    Lines that aren't commands are omitted because they may differ each time: a program that replies
    to pbm's emails quotes them.
    """
    lines = commands.lines if refusal else ()
    return [line.text for line in lines if line_title(line) != "unknown"]


def line_title(line: CommandLine) -> str:
    """Returns the name of the line's command, or "unknown"."""
    try:
        return error_responses.command_name(tokenizer.tokenize(line.text))
    except UserError:
        return "unknown"


def line_heading(line: CommandLine) -> str:
    """Returns the heading of the line's result: its board, the name of its command, or its text.

    A full command isn't quoted, because it may contain a password.
    """
    if line.heading:
        return line.heading
    words = line.text.split()
    is_reply = line.read is not None and len(words) > 2 and words[2].isdecimal()
    if is_reply and (game := games.games().get(words[0])):
        return f"{game.title} {words[2]}"
    return line_title(line) if line_title(line) != "unknown" else NO_COMMAND


def mail_outcome(answered: Sequence[LineResult], suppressed: str) -> MailOutcome:
    """Returns the outcome of an email with these results. `suppressed`: why it isn't answered."""
    if suppressed:
        return MailOutcome.UNANSWERED
    if not answered:
        return MailOutcome.NO_COMMAND
    done = any(each.response.ok for each in answered)
    return MailOutcome.ANSWERED if done else MailOutcome.REFUSED


@dataclass(frozen=True, slots=True)
class MailResult:
    """The outcome of an email, with a text about it for the log."""

    outcome: MailOutcome
    text: str


BOUNCE = MailResult(MailOutcome.AUTOMATIC, "reads like a bounce, not answered")
