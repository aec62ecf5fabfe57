"""Renders emails of the outbox as MIME."""

from datetime import datetime

from commands.boards.analysis.reviewed_moves import with_mistakes
from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Content,
    MessageBatch,
    Part,
    TextMessage,
    load,
)
from commands.content.thread_ids import lasting_name, list_id, tournament_list_id, tournament_of
from commands.outbound.addressing import AddressSigner
from commands.views.calendar import Entry, deadline
from commands.views.html.document import Envelope, html
from commands.views.json.mail_data import is_wanted, mail_data
from commands.views.text import rendering
from mail.composing.flowed_text import flowed
from mail.composing.mime_message import Attachment, Draft, compose
from mail.composing.mime_parts import encoded_size
from mail.composing.wrapping import wrapped
from pbm import games
from pbm.errors import BoardFrozenError, GameFailedError
from pbm.solver.prover import Prover
from pbm.stored_values import OutboxMail

MAX_BYTES = 86_000
"""Maximum number of bytes of an email's text and HTML. With the rest, it is below 90 KB."""
ENTRY_NAME = "deadline.ics"
DATA_NAME = "pbm.json"


def render(id: int, mail: OutboxMail, address_signer: AddressSigner, prover: Prover) -> bytes:
    """Returns an email of the outbox as MIME. `id`: its id in the outbox.

    The function is pure, so every attempt sends the same bytes. For this reason searches are
    limited by positions and not by time.
    """
    envelope = Envelope(address_signer.reply_to, mail.date, address_signer.address)
    loaded = _without_failing(load(mail.content), envelope)
    content = address_signer.complete(with_mistakes(prover, loaded))
    text = f"{wrapped(rendering.mail_text(content, address_signer.reply_to))}\n"
    is_flowed = not _is_classic(content)
    text = flowed(text) if is_flowed else text
    ids = address_signer.ids(id, mail, content)
    return compose(
        Draft(
            author=address_signer.address,
            name=_sender_name(content, address_signer.forms.name),
            reply_to=address_signer.reply_header(content),
            unsubscribe=address_signer.unsubscribe(content),
            recipient=mail.recipient,
            subject=rendering.subject(content),
            text=text,
            flowed=is_flowed,
            html=html(content, envelope, MAX_BYTES - encoded_size(text)),
            list_id=_list_id(content, address_signer.address),
            archive=content.page if isinstance(content, BoardSnapshot) else "",
            message_id=ids.message_id,
            date=mail.date,
            automatic=mail.automatic,
            in_reply_to=ids.in_reply_to,
            references=ids.references,
            attachments=_attachments(mail, content, address_signer),
        )
    )


def _without_failing(content: Content, envelope: Envelope) -> Content:
    """Replaces boards whose game fails or isn't served by a text, in an email of several answers.

    So the remaining answers can be sent. An email about a single board waits until the board can be
    drawn.
    """
    if not isinstance(content, MessageBatch):
        return content
    parts = tuple((title, _shown_part(title, part, envelope)) for title, part in content.parts)
    return content.model_copy(update={"parts": parts})


def _shown_part(title: str, part: Part, envelope: Envelope) -> Part:
    game = games.stored(part.game) if isinstance(part, BoardSnapshot) else None
    if game is None or games.is_own(game):
        return part
    try:
        rendering.mail_text(part, lambda _: envelope.reply_to(part))
        html(part, envelope)
    except (BoardFrozenError, GameFailedError) as error:
        return TextMessage(subject=title, text=error.text)
    return part


def _is_classic(content: Content) -> bool:
    """Whether the email must have the fixed lines of pbmserv's emails, for old programs."""
    return isinstance(content, BoardSnapshot | ChatMessage) and content.form == "classic"


def _sender_name(content: Content, name: str) -> str:
    """Returns the name in the From header: the name of the player who writes, or of the server."""
    if isinstance(content, ChatMessage):
        writer = "" if content.writer == content.to else content.writer
    else:
        writer = content.writer if isinstance(content, TextMessage) else ""
    return f"{writer} via {name}" if writer else name


def _attachments(
    mail: OutboxMail, content: Content, signer: AddressSigner
) -> tuple[Attachment, ...]:
    files = [
        Attachment(
            file.name, f"{file.main_type}/{file.subtype}", file.content, encoded=file.encoded
        )
        for file in rendering.files(content)
    ]
    if is_wanted(content):
        text = mail_data(content, signer.reply_to)
        files.insert(0, Attachment(DATA_NAME, "application/json", text))
    entry = _deadline(content, signer, mail.date)
    if entry is None:
        return tuple(files)
    # Thunderbird offers to add an entry only if it is text/calendar. It is an attachment, because
    # Thunderbird would show an alternative part instead of the board, and Exchange would show an
    # empty email. The part has a note, because mutt prints attached text below the board.
    return (
        *files,
        Attachment(
            name=ENTRY_NAME,
            type="text/calendar",
            content=entry.content,
            parameters={"method": entry.method},
            note=f"For your calendar: {ENTRY_NAME}",
        ),
    )


def _deadline(content: Content, signer: AddressSigner, stamp: datetime) -> Entry | None:
    if not isinstance(content, BoardSnapshot):
        return None
    name = lasting_name(content.game, content.number, signer.tokens.generations())
    return deadline(content, name, signer.address, stamp)


def _list_id(content: Content, address: str) -> str:
    """Returns the List-Id of a board or tournament, or "".

    Mail filters use it to find its emails.
    """
    host = address.partition("@")[2]
    if not content.board:
        name = tournament_of(content)
        return tournament_list_id(name, host) if name else ""
    return f"{rendering.board_name(content.board)} {list_id(content.board, host)}"
