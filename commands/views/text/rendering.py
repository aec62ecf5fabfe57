"""Renders content as subjects, plain text and attached files."""

import json
from collections.abc import Callable

from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Content,
    FileMessage,
    MessageBatch,
    Part,
    TextMessage,
    reply_claims_of,
)
from commands.content.response import Response
from commands.views.board_paragraphs import board_title
from commands.views.reply_target import NOWHERE, ReplyTarget
from commands.views.text import board_text, chat
from commands.views.text.banners_and_actions import SEND, TYPE, with_face
from commands.views.text.spoken_tables import in_sentences
from commands.views.text.tables import fitted_table
from pbm import games
from pbm.wording import filled

BETWEEN = f"\n\n{'-' * 60}\n"
MAX_LENGTH = 80_000
"""Maximum number of characters in a text. Mail programs clip messages that are much longer."""

NOT_DONE = "That didn't work. Nothing has changed."
NOT_SENT = "Not sent yet."
TOURNAMENT_PAGE = "Tournament page"
LEFT_OUT = "We left out the other answers, because this email would otherwise be too long."


def subject(content: Content) -> str:
    if isinstance(content, BoardSnapshot):
        return board_text.subject(content)
    if isinstance(content, ChatMessage):
        return chat.subject(content)
    if isinstance(content, TextMessage) and _is_classic_refusal(content):
        return f"{board_name(content.board)} Error"
    return content.subject


def _is_classic_refusal(content: TextMessage) -> bool:
    board = content.shown if content.refusal and content.board else None
    return board is not None and board.form == "classic"


def text(content: Content) -> str:
    """Returns content in the text format of the shell, without a final line end."""
    return _text(content, lambda file: file.content.rstrip("\n"), TYPE)


def shell_text(response: Response, *, as_json: bool) -> str:
    """Returns a response in the format of the shell: as text, or as one line of JSON."""
    response_text = text(response.content)
    if not as_json:
        return response_text
    return json.dumps({"ok": response.ok, "text": response_text, "data": response.data})


def mail_text(content: Content, reply_to: Callable[[Content], ReplyTarget]) -> str:
    """Returns content as the text of an email. Files are attached instead of included.

    `reply_to`: returns the address for replies to a part. The text names the addresses of further
    parts, because the headers of an email hold only one.

    A refusal on a board begins with NOT_DONE, because the subject of the board's thread doesn't
    show that the command failed.
    """
    text = _text(content, lambda file: file.note, SEND, reply_to)
    if isinstance(content, TextMessage) and content.refusal and content.board and not content.asks:
        return f"{NOT_DONE}\n\n{text}"
    return text


def files(content: Content) -> tuple[FileMessage, ...]:
    """Returns the files to attach."""
    parts = [part for _, part in content.parts] if isinstance(content, MessageBatch) else [content]
    return tuple(part for part in parts if isinstance(part, FileMessage))


def board_name(board: str) -> str:
    """Returns a title such as `Knight Panic Board 101` for `knightpanic 101`."""
    game, number = board.split()
    return board_title(games.stored(game).title, int(number))


def _reply_note(content: Part, target: ReplyTarget) -> str:
    purpose = "To move or chat on this board" if reply_claims_of(content) else "To reply"
    if not target.label:
        return f"\n{purpose}, write to:\n  {target.address}"
    reply_subject = target.subject(f"Re: {_short_subject(content)}")
    return f"\n{purpose}, send a new email with this subject:\n  {reply_subject}"


def _short_subject(content: Part) -> str:
    """Returns a subject short enough to share a line with a label."""
    return board_name(content.board) if content.board else subject(content)


def _text(
    content: Content,
    show: Callable[[FileMessage], str],
    verb: str,
    reply_to: Callable[[Content], ReplyTarget] = lambda _: NOWHERE,
) -> str:
    if not isinstance(content, MessageBatch):
        return _part(content, show, verb, reply_to(content))
    text = f"{filled(content.note)}\n\n" if content.note else ""
    whole, noted = reply_to(content), {NOWHERE}
    for title, part in content.parts:
        target = whole or reply_to(part)
        part_text = _part(part, show, verb, target, above=title, apart=not whole)
        note = "" if whole or target in noted else _reply_note(part, target)
        noted.add(target)
        following = f"{title}{note}\n\n{part_text}"
        if len(text) + len(following) > MAX_LENGTH:
            return f"{text}{BETWEEN}{LEFT_OUT}"
        text += (BETWEEN if part is not content.parts[0][1] else "") + following
    return text


def _part(
    content: Part,
    show: Callable[[FileMessage], str],
    verb: str,
    target: ReplyTarget,
    *,
    above: str = "",
    apart: bool = False,
) -> str:
    """Returns one part as text.

    `verb`: what the reader does with commands.
    `above`: the part's title, if there are several parts.
    `apart`: whether replies to this part need a separate address.
    """
    if isinstance(content, TextMessage):
        content = in_sentences(content)
        if content.shown and not content.shown.number:
            return board_text.with_example(content.text, content.shown)
        page = [f"{TOURNAMENT_PAGE}: {content.page}"] if content.page else []
        parts = [content.text, *map(fitted_table, content.tables), *page]
        return with_face(content, "\n\n".join(filter(None, parts)), verb)
    if isinstance(content, ChatMessage):
        return chat.text(content, by_reply=bool(target) and not above)
    if isinstance(content, BoardSnapshot):
        return board_text.text(content, reply=_instruction(target, apart=apart), above=above)
    return show(content)


def _instruction(target: ReplyTarget, *, apart: bool) -> str:
    """Returns how to send a reply about a board. Empty if that needs a password."""
    if not target:
        return ""
    if not apart:
        return board_text.REPLY
    return board_text.WITH_SUBJECT if target.label else board_text.TO_ADDRESS
