"""Renders queued emails for admins, without the codes and addresses that authenticate a player."""

from commands.content.messages import Part, TextMessage, load, map_parts
from commands.views.reply_target import ReplyTarget
from commands.views.text import rendering
from pbm.stored_values import OutboxMail

MASK = "***"


def preview_mail(mail: OutboxMail, address: str) -> str:
    """Returns recipient, subject and text. Codes and reply addresses are replaced by ***."""
    if not mail.content:
        return "pbm has deleted the text of this email."
    content = map_parts(load(mail.content), _masked_part)
    text = rendering.mail_text(content, lambda _: _reply_address(address))
    return f"To: {mail.recipient}\nSubject: {rendering.subject(content)}\n\n{text}"


def _reply_address(address: str) -> ReplyTarget:
    name, _, host = address.partition("@")
    return ReplyTarget(f"{name}+{MASK}@{host}")


def _masked_part(content: Part) -> Part:
    if not (isinstance(content, TextMessage) and content.code):
        return content
    return content.with_code(MASK)
