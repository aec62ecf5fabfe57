"""Makes the signed labels of outgoing emails: reply, bounce and unsubscribe tokens, and codes.

Labels are after the "+" of the server's address, in Message-IDs and in subjects. They are made when
an email is rendered, and are never stored.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple
from urllib.parse import quote

from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Content,
    FileMessage,
    MessageBatch,
    Part,
    TextMessage,
    map_parts,
    parts_of,
    reply_claims_of,
    subscription_of,
)
from commands.content.thread_ids import is_thread_id, lasting_name
from commands.security.labelled_message_ids import labelled, trace
from commands.security.one_time_codes import OneTimeCodes, code_subaddress
from commands.security.tokens import ASKING, CHAT, TokenSigner
from commands.views.reply_target import NOWHERE, ReplyTarget
from pbm.stored_values import OutboxMail

MAX_THREAD = 8
"""Maximum number of ids of earlier emails in the References header."""
UNSUBSCRIBE = "unsubscribe"
"""The subject of an email that unsubscribes its sender, and the path of the page that does."""


def _no_page(*_subject: str | int) -> str:
    return ""


@dataclass(frozen=True)
class AddressForms:
    """The forms of the addresses in outgoing emails, according to the admin's settings."""

    replies: Literal["address", "reference", "both"] = "both"
    """The part of an email that has the label by which pbm recognizes a reply to it."""
    envelope_sender: Literal["verp", "address", "null"] = "verp"
    name: str = "pbm"
    """The name that is displayed with the server's address."""
    page_url: Callable[[str, int], str] = _no_page
    """Returns the URL of the page of a board, by game and number, or "" without a site."""
    tournament_url: Callable[[str], str] = _no_page
    """Returns the URL of the page of a tournament, by name, or "" without a site."""
    one_click_url: str = ""
    """The base URL of one-click unsubscribing, or "" if it isn't offered."""

    @property
    def by_reference(self) -> bool:
        """Whether a reply may be recognized by its references."""
        return self.replies != "address"

    @property
    def by_address(self) -> bool:
        """Whether emails have addresses with a "+"."""
        return self.replies != "reference"


DEFAULT_FORMS = AddressForms()


class MailIds(NamedTuple):
    """The ids in the headers of an email."""

    message_id: str
    in_reply_to: str
    """The id of the parent, an email that the reader received or wrote. "" if there is none."""
    references: tuple[str, ...]
    """The ids of the thread, followed by the trace and the parent's id.

    The trace belongs to no email. It returns the labels if a relay has replaced the Message-ID.
    """


@dataclass(frozen=True)
class AddressSigner:
    """Makes the server's addresses for an email that is being rendered."""

    address: str
    """The server's address."""
    codes: OneTimeCodes
    tokens: TokenSigner
    forms: AddressForms = field(default=DEFAULT_FORMS)

    def at(self, moment: datetime, mail: int) -> "AddressSigner":
        """Returns the signer of this email in the outbox, with the key of this moment."""
        tokens = self.tokens.at(moment, mail)
        codes = OneTimeCodes(tokens.keys, self.codes.new)
        return _MailAddressSigner(self.address, codes, tokens, self.forms)

    def reply_header(self, content: Content) -> str:
        """Returns the address for the Reply-To header, or "" if the plain address is sufficient.

        A forwarded email has the address of its author.
        """
        if isinstance(content, FileMessage) and content.reply_to:
            return content.reply_to
        label = self._header_label(content)
        address = self._target(label).address if label else self.address
        return "" if address == self.address else address

    def reply_to(self, content: Content) -> ReplyTarget:
        """Returns the address and subject of the reader's replies."""
        label = self._reply_label(content)
        return self._target(label) if label else NOWHERE

    def unsubscribe(self, content: Content) -> tuple[str, ...]:
        """Returns the URIs that unsubscribe the reader: mailto, preceded by https if it is served.

        Answers and codes have none.
        """
        subscription = subscription_of(content)
        if subscription is None:
            return ()
        token, url = self.tokens.unsubscribe(subscription), self.forms.one_click_url
        target = self._target(token)
        by_mail = f"mailto:{target.address}?subject={quote(target.subject(UNSUBSCRIBE))}"
        return (f"{url}/{UNSUBSCRIBE}/{token}", by_mail) if url else (by_mail,)

    def ids(self, id: int, mail: OutboxMail, content: Content) -> MailIds:
        """Returns the ids in the headers of an email. `id`: its id in the outbox.

        The email is a reply to the email that it answers, or to the reader's first email about the
        board. So mail programs show a flat tree, even in a long game. The email that begins a
        thread refers to its stored id, as later emails of the thread do.
        """
        labels, first = self._labels(id, content), self._first_id(content)
        message_id = labelled(mail.message_id, labels)
        if isinstance(content, BoardSnapshot) and content.new:
            message_id, first = first or message_id, ""
        thread, answered = _thread(mail)
        # If the first email is the parent of all later emails, mail programs show a flat tree.
        parents = tuple(filter(None, (first, answered)))
        begins = () if mail.references else (mail.message_id,)
        mail_trace = trace(mail.message_id, labels)
        references = (*begins, *thread[-MAX_THREAD:], mail_trace, *parents)
        return MailIds(message_id, "".join(parents[-1:]), references)

    def envelope_sender(self, id: int, mail: OutboxMail) -> str:
        """Returns the address to which an email bounces. `id`: the email's id in the outbox.

        With the setting `verp`, the address contains the id, or is the server's plain address if
        the server has no addresses with "+". Answers have an empty address with this setting.
        """
        if self.forms.envelope_sender == "address":
            return self.address
        if self.forms.envelope_sender == "null" or mail.automatic == "auto-replied":
            return ""
        return (
            self.with_subaddress(self.tokens.bounce(id)) if self.forms.by_address else self.address
        )

    def complete(self, content: Content) -> Content:
        """Returns the content with its one-time codes and the URLs of public pages."""
        return map_parts(content, self._complete_part)

    def with_subaddress(self, subaddress: str) -> str:
        """Returns the server's address with a subaddress after the "+" [RFC 5233]."""
        name, _, host = self.address.partition("@")
        return f"{name}+{subaddress}@{host}".lower()

    def _first_id(self, content: Content) -> str:
        """Returns the Message-ID of a player's first email about a board, or "".

        Later emails must be able to compute it. So it depends only on the board and the player's
        password.
        """
        claims = reply_claims_of(content)
        if claims is None or claims.begun is None or not content.board:
            return ""
        tokens, (game, number) = self.tokens.at(claims.begun), content.board.split()
        *_, generation = tokens.generations().knowing(board=claims.board)
        start = {"epoch": 0, "ply": 0, "offer": 0, "generation": generation}
        token = tokens.reply(claims.model_copy(update=start))
        name = lasting_name(game, int(number), tokens.generations())
        return labelled(f"<{name}.{claims.seat}@{self.address.partition('@')[2]}>", [token])

    def _labels(self, id: int, content: Content) -> tuple[str, ...]:
        """Returns the labels in an email's ids: a bounce token, and the label of replies."""
        reply = self._header_label(content) if self.forms.by_reference else ""
        return tuple(filter(None, (self.tokens.bounce(id), reply)))

    def _header_label(self, content: Content) -> str:
        """Returns the label of the email's headers.

        The headers of a digest are about all its boards. Its text has an address for each board.
        """
        if label := self._reply_label(content):
            return label
        claims = content.digest if isinstance(content, MessageBatch) else None
        return self.tokens.digest(claims) if claims else ""

    def _reply_label(self, content: Content) -> str:
        """Returns the code or token that identifies a reply, or "" if there is none."""
        if isinstance(content, FileMessage) and content.reply_to:
            return ""
        if content.confirm:
            return code_subaddress(self.codes.code(content.confirm))
        if isinstance(content, TextMessage) and content.answer:
            return self.tokens.message(content.answer)
        claims = reply_claims_of(content)
        asks = any(isinstance(part, TextMessage) and part.asks for part in parts_of(content))
        prefix = CHAT if isinstance(content, ChatMessage) else ASKING if asks else ""
        return self.tokens.reply(claims, prefix) if claims else ""

    def _target(self, label: str) -> ReplyTarget:
        """Returns the address and subject of emails that have this label."""
        if self.forms.by_address:
            return ReplyTarget(self.with_subaddress(label))
        return ReplyTarget(self.address, label)

    def _complete_part(self, content: Part) -> Part:
        if isinstance(content, BoardSnapshot):
            return self._with_page(content)
        if isinstance(content, TextMessage):
            return self._with_shown_page(self._with_tournament_page(self._with_code(content)))
        return content

    def _with_code(self, content: TextMessage) -> TextMessage:
        if not content.code:
            return content
        return content.with_code(self.codes.code(content.code))

    def _with_tournament_page(self, content: TextMessage) -> TextMessage:
        page = self.forms.tournament_url(content.tournament) if content.tournament else ""
        return content.model_copy(update={"page": page}) if page else content

    def _with_shown_page(self, content: TextMessage) -> TextMessage:
        if content.shown is None:
            return content
        return content.model_copy(update={"shown": self._with_page(content.shown)})

    def _with_page(self, content: BoardSnapshot) -> BoardSnapshot:
        has_page = content.public and content.number and not content.removed
        page = self.forms.page_url(content.game, content.number) if has_page else ""
        return content.model_copy(update={"page": page}) if page else content


@dataclass(frozen=True)
class _MailAddressSigner(AddressSigner):
    """Makes the addresses of one email.

    Each address is made once, although it is used repeatedly.
    """

    _known: dict[int, tuple[Content, str]] = field(default_factory=dict, init=False)
    """Contents and their reply labels, by the `id` of the content."""

    def _reply_label(self, content: Content) -> str:
        if id(content) not in self._known:
            self._known[id(content)] = content, super()._reply_label(content)
        return self._known[id(content)][1]


def _thread(mail: OutboxMail) -> tuple[tuple[str, ...], str]:
    """Returns the ids of the email's thread, and the id of the email that it answers, or ""."""
    if mail.automatic != "auto-replied" or not mail.references:
        return mail.references, ""
    *thread, answered = mail.references
    return (mail.references, "") if is_thread_id(answered) else (tuple(thread), answered)


def make_address_signer(
    address: str, tokens: TokenSigner, forms: AddressForms = DEFAULT_FORMS
) -> AddressSigner:
    return AddressSigner(address, OneTimeCodes(tokens.keys), tokens, forms)
