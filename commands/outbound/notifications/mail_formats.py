"""Formats emails to an address without a known reader, according to its owners' preferences."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from commands.content.messages import (
    Answer,
    BoardSnapshot,
    ChatMessage,
    Content,
    FileMessage,
    Part,
    TextMessage,
    map_parts,
    parts_of,
)
from commands.content.response import Notification, Response
from commands.context.context import Context
from commands.players.preferences import FOR_PROGRAMS, FORMAT, MailFormat
from commands.system.stored_types import UnitOfWork

MAX_DATA_LENGTH = 100_000
"""Maximum length of all answers in an email in characters, because the outbox stores them."""
PRECEDENCE = (FOR_PROGRAMS, "classic", "text", "spoken")
"""The formats other than the default. If the owners of an address chose several, the first wins."""
AT_ONCE = 500
"""Number of addresses that one statement looks up."""


def in_readers_formats(
    context: Context, notifications: Sequence[Notification]
) -> list[Notification]:
    """Returns a notification for each address, in the format that its owners chose."""
    unknown = [each for each in notifications if not _is_formatted(each.content)]
    forms = _forms(context.work, {each.addresses[0].lower() for each in unknown})
    if not forms:
        return [*notifications]
    return [
        each
        if _is_formatted(each.content)
        else replace(each, content=_in_form(each.content, forms.get(each.addresses[0].lower(), "")))
        for each in notifications
    ]


def answer_in_format(
    work: UnitOfWork,
    address: str,
    content: Content,
    responses: Sequence[tuple[str, Response]] = (),
) -> Content:
    """Returns an answer in its reader's format. Formats for programs include the outcomes.

    `responses`: the names of the commands with their responses.
    """
    if not _is_formatted(content):
        content = _in_form(content, _forms(work, {address.lower()}).get(address.lower(), ""))
    if not any(_shown(part).form == FOR_PROGRAMS for part in parts_of(content)):
        return content
    answers = _answers(responses)
    return _in_form(content, FOR_PROGRAMS).model_copy(update={"answers": answers})


def _answers(responses: Sequence[tuple[str, Response]]) -> tuple[Answer, ...]:
    remaining, answers = MAX_DATA_LENGTH, list[Answer]()
    for command, response in responses:
        data = None if isinstance(response.content, FileMessage) else response.data
        remaining -= len(json.dumps(data))
        answers.append(
            Answer(command=command, ok=response.ok, data=data if remaining >= 0 else None)
        )
    return tuple(answers)


def _is_formatted(content: Content) -> bool:
    """Whether the email was made for a known reader, and so has the right format."""
    return all(map(_is_addressed, parts_of(content)))


def _is_addressed(part: Part) -> bool:
    shown_part = _shown(part)
    return isinstance(shown_part, BoardSnapshot | ChatMessage) and bool(shown_part.to)


def _shown(part: Part) -> Part:
    """Returns the board that a text shows, in the reader's format, or the part itself."""
    return (part.shown or part) if isinstance(part, TextMessage) else part


def _in_form(content: Content, form: str) -> Content:
    if not form:
        return content
    formed = map_parts(content, lambda part: _part_in_form(part, form))
    return formed.model_copy(update={"form": form})


def _part_in_form(part: Part, form: str) -> Part:
    """Returns a part, and the board that it shows, in this format."""
    update: dict[str, object] = {"form": form}
    if isinstance(part, TextMessage) and part.shown:
        update["shown"] = part.shown.model_copy(update=update)
    return part.model_copy(update=update)


def _forms(work: UnitOfWork, addresses: Collection[str]) -> dict[str, str]:
    """Returns the formats by address in lower case. Addresses with the default are left out."""
    ordered, formats = sorted(addresses), dict[str, str]()
    for first in range(0, len(ordered), AT_ONCE):
        stored = work.preferences.by_address(FORMAT, ordered[first : first + AT_ONCE])
        chosen = {
            address: {MailFormat.read(each).name for each in some}
            for address, some in stored.items()
        }
        formats |= {
            address: next(form for form in PRECEDENCE if form in names)
            for address, names in chosen.items()
            if names & {*PRECEDENCE}
        }
    return formats
