"""Renders an outbox mail as MIME."""

from commands.messages.content import Content, load
from commands.messages.threads import list_id
from commands.outbound.addressing import AddressSigner
from commands.views import rendering
from mail.composing.compose import Attachment, Draft, compose
from mail.composing.mime import carried_size
from pbm.ports import OutboxMail

MAX_BYTES = 86_000
"""Bytes of a mail's text and HTML; with headers and calendar it stays below 90 KB."""


def render(mail: OutboxMail, address_signer: AddressSigner) -> bytes:
    """The mail as MIME; a pure function, so that every try sends the same bytes."""
    content = address_signer.with_codes(load(mail.content))
    text = rendering.mail_text(content, address_signer.reply_to) + "\n"
    return compose(
        Draft(
            author=address_signer.address,
            reply_to=address_signer.reply_to(content),
            unsubscribe=address_signer.unsubscribe(content),
            recipient=mail.recipient,
            subject=rendering.subject(content),
            text=text,
            html=rendering.html(content, address_signer.reply_to, MAX_BYTES - carried_size(text)),
            list_id=_list_id(content, address_signer.address),
            message_id=mail.message_id,
            date=mail.date,
            automatic=mail.automatic,
            references=mail.references,
            attachments=_attachments(mail, content, address_signer.address),
        )
    )


def _attachments(mail: OutboxMail, content: Content, address: str) -> tuple[Attachment, ...]:
    files = (Attachment(file.name, file.subtype, file.content) for file in rendering.files(content))
    entry = rendering.deadline(content, address.partition("@")[2], mail.date)
    if entry is None:
        return tuple(files)
    # attached, not an alternative: Outlook hides the text of mails that have a calendar for one
    method = {"method": entry.method}
    return (*files, Attachment("deadline.ics", "calendar", entry.content, method))


def _list_id(content: Content, address: str) -> str:
    """What all mails of a board have in common, for filters."""
    if not content.board:
        return ""
    host = address.partition("@")[2]
    return f"{rendering.board_name(content.board)} {list_id(content.board, host)}"
