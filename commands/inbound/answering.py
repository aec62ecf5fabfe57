"""Combines the responses to the commands of a letter into one answer."""

from collections.abc import Sequence

from commands.dispatch import error_responses
from commands.inbound.command_lines import CommandLine, FoundCommands
from commands.inbound.no_command import explain_no_command
from commands.inbound.request import Request
from commands.language import tokenizer
from commands.messages.content import Content, MessageBatch, Part, TextMessage, parts_of
from commands.messages.response import Response, text_response
from pbm.errors import UserError

REST_NOT_READ = 'The rest was not read. The word "help" alone brings an overview.'

MAX_REFUSALS = 10
"""After this many errors in one letter the rest isn't read."""
MAX_ANSWER_LENGTH = 90_000
"""In characters, about; the rest isn't read either. Mail readers clip a longer mail."""
ASSUMED_BOARD_LENGTH = 1_000
"""In characters; boards are rendered only after the commands."""

CONFIRMATION_SENT = TextMessage(
    subject="", text="This waits for your reply to a mail that comes by itself."
)


def is_enough(responses: Sequence[Response]) -> bool:
    """Returns True if no more commands are executed after these responses.

    Guessing passwords must not be cheap, nor keeping the server busy.
    """
    errors = sum(not response.ok for response in responses)
    return errors >= MAX_REFUSALS or sum(map(_length, responses)) >= MAX_ANSWER_LENGTH


def _length(response: Response) -> int:
    parts = parts_of(response.content)
    return sum(
        len(part.text) if isinstance(part, TextMessage) else ASSUMED_BOARD_LENGTH for part in parts
    )


def combine(request: Request, found: FoundCommands, responses: list[Response]) -> Content:
    """Returns a single response as it is, and several numbered in one mail."""
    if not responses:
        return text_response(
            "No command", explain_no_command(request.letter, request.labels, request.host)
        ).content
    if len(responses) == 1 and not found.cut:
        return responses[0].content
    parts: list[tuple[str, Part]] = [
        (f"{number}. {_command_name(line)}", CONFIRMATION_SENT if content.confirm else content)
        for number, (line, response) in enumerate(zip(found.lines, responses, strict=True), 1)
        for content in parts_of(response.content)
    ]
    if found.cut:
        parts.append(("...", TextMessage(subject="", text=REST_NOT_READ)))
    return MessageBatch(subject=f"{len(responses)} commands answered", parts=tuple(parts))


def log_outcome(line: CommandLine, response: Response) -> str:
    """Returns a command's name and status, for the log."""
    return f"{_command_name(line)}: {status_name(response)}"


def status_name(response: Response) -> str:
    """Returns the status in words, for the log."""
    return response.status.name.lower().replace("_", " ")


def recognizable_commands(found: FoundCommands, refusal: Content | None) -> list[str]:
    """Returns the texts of the commands by which a repeated refusal is recognized.

    Lines that aren't commands are left out, as they may differ each time: a program that answers
    our mails quotes them.
    """
    lines = found.lines if refusal else ()
    return [line.text for line in lines if _command_name(line) != "unknown"]


def _command_name(line: CommandLine) -> str:
    try:
        return error_responses.command_name(tokenizer.tokenize(line.text))
    except UserError:
        return "unknown"
