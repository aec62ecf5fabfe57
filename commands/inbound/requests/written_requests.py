"""Makes the request of a written email: its writer, and the board or message that it replies to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from commands.boards.pending_chat import find_pending_chat
from commands.context.services import Services
from commands.inbound.email_kinds import BoardReply, CommandMail, DigestReply, MessageReply
from commands.inbound.requests.board_subject import find_subject_context
from commands.inbound.requests.replaced_subjects import typed_subject
from commands.inbound.requests.request import Request
from commands.replies.contexts.board_context import ReplyContext, find_reply_context
from commands.replies.contexts.digest_context import boards_in_play, find_digest_context
from commands.replies.contexts.known_reply_addresses import KnownReplyAddresses
from commands.replies.contexts.message_context import find_message_context
from commands.security.tokens import ASKING, TokenSigner
from commands.system.stored_types import UnitOfWork
from mail.reading.sender_checks import authenticated_sender, credible_senders

PersonalMail = BoardReply | MessageReply | DigestReply | CommandMail


@dataclass(frozen=True)
class RequestMaker:
    work: UnitOfWork
    services: Services
    tokens: TokenSigner
    mail: PersonalMail

    @cached_property
    def now(self) -> datetime:
        return self.services.clock.now()

    @cached_property
    def _senders(self) -> Sequence[str]:
        return credible_senders(self.mail.parsed_mail, self.services.policy.authserv_id)

    def begin(self, host: str) -> Request:
        """Returns a request that has the facts about the sender, but no reply context yet."""
        mail, parsed_mail = self.mail, self.mail.parsed_mail
        authenticated = authenticated_sender(parsed_mail, self.services.policy.authserv_id)
        is_credible = parsed_mail.sender.lower() in self._senders
        return Request(
            parsed_mail,
            host,
            mail.labels,
            by_reference=mail.brought.by_reference,
            authenticated_address=authenticated,
            denied=not authenticated and not is_credible,
        )

    def with_context(self, request: Request) -> Request:
        """Returns the request with the board or message that it replies to. Raises UserError.

        A reply to a board may also be addressed to a message. Other emails may name a board in
        their subjects.
        """
        mail, senders = self.mail, self._senders
        if isinstance(mail, CommandMail):
            if mail.labels:
                return request
            replying = find_subject_context(self.work, mail.parsed_mail, senders)
            return replace(request, replying=replying)
        if isinstance(mail, DigestReply):
            digest = find_digest_context(self.work, self.tokens, mail.labels, senders)
            return replace(request, digest=digest)
        if isinstance(mail, BoardReply):
            replying = find_reply_context(self.work, self.tokens, mail.labels, senders, self.now)
            request = replace(request, replying=replying)
        message = find_message_context(self.work, self.tokens, mail.labels, senders, self.now)
        return replace(request, message=message) if message else request

    def with_reply_details(self, request: Request, shared: KnownReplyAddresses) -> Request:
        """Returns the request with its typed subject and pending chat.

        Its contexts are marked if other people know the reply address.
        """
        parsed_mail, replying = request.parsed_mail, request.replying
        if replying and (typed := typed_subject(parsed_mail)):
            parsed_mail = replace(parsed_mail, blocks=(typed,))
        message = shared.marked_message(request.message)
        replying = self._with_pending_chat(request, shared.marked(replying))
        if digest := shared.marked_digest(request.digest):
            digest = replace(digest, boards=boards_in_play(self.work, digest))
        return replace(
            request, parsed_mail=parsed_mail, replying=replying, message=message, digest=digest
        )

    def _with_pending_chat(
        self, request: Request, replying: ReplyContext | None
    ) -> ReplyContext | None:
        """Returns the context of a reply with the pending chat that a yes sends."""
        if not replying or replying.prefix != ASKING or replying.deputy:
            return replying
        pending = find_pending_chat(
            self.services.context(self.work, request.caller), replying.claims
        )
        return replace(replying, pending_chat=pending.text if pending else "")
