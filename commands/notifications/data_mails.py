"""Mails with data for programs: their readers, also of texts, are known by their addresses."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from commands.accounts.preferences import FOR_PROGRAMS, FORMAT, MailFormat
from commands.context.context import Context
from commands.messages.content import (
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
from commands.messages.response import Notification, Response
from commands.system.stored_types import UnitOfWork

MAX_DATA_LENGTH = 100_000
"""In characters, of all answers in a mail: the outbox keeps them until it is sent."""
AT_ONCE = 500
"""The addresses that are looked up by one statement."""


def with_data(context: Context, notifications: Sequence[Notification]) -> list[Notification]:
    """Returns notifications, each to one address, with data for the readers who want them."""
    unknown = [each for each in notifications if not _is_formatted(each.content)]
    readers = _readers(context.work, {each.addresses[0].lower() for each in unknown})
    if not readers:
        return [*notifications]
    return [
        replace(each, content=_for_programs(each.content))
        if each.addresses[0].lower() in readers and not _is_formatted(each.content)
        else each
        for each in notifications
    ]


def answer_with_data(
    work: UnitOfWork, address: str, content: Content, responses: Sequence[tuple[str, Response]]
) -> Content:
    """Returns an answer, with the outcomes of its commands if its reader wants data.

    `responses`: each with the command's name.
    """
    if _is_formatted(content):
        wanted = any(_shown(part).form == FOR_PROGRAMS for part in parts_of(content))
    else:
        wanted = bool(_readers(work, {address.lower()}))
    if not wanted:
        return content
    return _for_programs(content).model_copy(update={"answers": _answers(responses)})


def _answers(responses: Sequence[tuple[str, Response]]) -> tuple[Answer, ...]:
    left, answers = MAX_DATA_LENGTH, list[Answer]()
    for command, response in responses:
        data = None if isinstance(response.content, FileMessage) else response.data
        left -= len(json.dumps(data))
        answers.append(Answer(command=command, ok=response.ok, data=data if left >= 0 else None))
    return tuple(answers)


def _is_formatted(content: Content) -> bool:
    """Returns True if the reader of a mail was known, and so the format, when it was made."""
    return all(map(_is_addressed, parts_of(content)))


def _is_addressed(part: Part) -> bool:
    shown = _shown(part)
    return isinstance(shown, BoardSnapshot | ChatMessage) and bool(shown.to)


def _shown(part: Part) -> Part:
    """Returns the board below a text, if there is one, which has the reader's format."""
    return (part.shown or part) if isinstance(part, TextMessage) else part


def _for_programs(content: Content) -> Content:
    update = {"form": FOR_PROGRAMS}
    return map_parts(content, lambda part: part.model_copy(update=update)).model_copy(update=update)


def _readers(work: UnitOfWork, addresses: Collection[str]) -> frozenset[str]:
    """Returns the addresses, in lower case, whose owners want data."""
    ordered, found = sorted(addresses), set[str]()
    for first in range(0, len(ordered), AT_ONCE):
        formats = work.preferences.by_address(FORMAT, ordered[first : first + AT_ONCE])
        found |= {
            address
            for address, stored in formats.items()
            if any(MailFormat.read(each).name == FOR_PROGRAMS for each in stored)
        }
    return frozenset(found)
