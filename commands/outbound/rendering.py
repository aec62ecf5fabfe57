"""Renders an outbox mail as MIME."""

from commands.messages.content import Said, load
from commands.outbound.addressing import Seal
from commands.views import rendering
from mail.composing.compose import Attachment, Draft, compose
from mail.composing.mime import carried_size
from pbm.ports import Outgoing

LARGEST = 86_000
"""Bytes of a mail's text and HTML; with headers and calendar it stays below 90 KB."""


def render(mail: Outgoing, seal: Seal) -> bytes:
    """The mail as MIME; a pure function, so that every try sends the same bytes."""
    said = seal.filled(load(mail.said))
    text = rendering.mail_text(said, seal.reply_to) + "\n"
    return compose(
        Draft(
            author=seal.address,
            reply_to=seal.reply_to(said),
            unsubscribe=seal.unsubscribe(said),
            recipient=mail.recipient,
            subject=rendering.subject(said),
            text=text,
            html=rendering.html(said, seal.reply_to, LARGEST - carried_size(text)),
            list_id=_list_id(said, seal.address),
            message_id=mail.message_id,
            date=mail.date,
            automatic=mail.automatic,
            references=mail.references,
            attachments=_attachments(mail, said, seal.address),
        )
    )


def _attachments(mail: Outgoing, said: Said, address: str) -> tuple[Attachment, ...]:
    files = (Attachment(file.name, file.subtype, file.content) for file in rendering.files(said))
    entry = rendering.deadline(said, address.partition("@")[2], mail.date)
    if entry is None:
        return tuple(files)
    # attached, not an alternative: Outlook hides the text of mails that have a calendar for one
    method = {"method": entry.method}
    return (*files, Attachment("deadline.ics", "calendar", entry.content, method))


def _list_id(said: Said, address: str) -> str:
    """What all mails of a board have in common, for filters."""
    if not said.board:
        return ""
    host = address.partition("@")[2]
    return f"{rendering.board_name(said.board)} <{said.board.replace(' ', '-')}.{host}>"
