"""Construct the objects that handle incoming mail and send outgoing mail."""

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from commands.server.app.foundation import Foundation
from pbm.process.lazy_logger import get_logger

if TYPE_CHECKING:
    from commands.inbound.mail_handler import MailHandler
    from commands.outbound.addressing import AddressForms
    from commands.outbound.delivery_worker import Deliverer

log = get_logger()


class MailParts:
    """The mail handler and the deliverer. Each one is constructed when it is first used."""

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation
        self._settings = foundation.settings

    @cached_property
    def handler(self) -> "MailHandler":
        """Handles incoming mail."""
        from commands.inbound.mail_handler import MailHandler  # noqa: PLC0415

        return MailHandler(
            self._foundation.dispatcher,
            self._foundation.mailer,
            self._foundation.tokens,
            self._settings.admin,
            self._address_forms,
        )

    @cached_property
    def deliverer(self) -> "Deliverer":
        """Sends outgoing mail."""
        from commands.outbound.addressing import make_address_signer  # noqa: PLC0415
        from commands.outbound.delivery_worker import Deliverer  # noqa: PLC0415
        from commands.outbound.outbox_queue import OutboxQueue  # noqa: PLC0415
        from commands.outbound.relay_settings import relay_of  # noqa: PLC0415
        from commands.outbound.sending_limits import SendingLimits  # noqa: PLC0415

        signer = make_address_signer(
            self._settings.address, self._foundation.tokens, self._address_forms
        )
        limits = SendingLimits(self._settings.relay_per_minute, self._settings.relay_per_day)
        queue = OutboxQueue(
            self._foundation.database,
            self._foundation.services,
            signer,
            self._foundation.incarnation,
            limits,
        )
        return Deliverer(queue, relay_of(self._settings))

    @property
    def _address_forms(self) -> "AddressForms":
        """The address formats and page links used in outgoing mail."""
        from commands.outbound.addressing import AddressForms  # noqa: PLC0415

        settings = self._settings
        forms = AddressForms(
            settings.replies,
            settings.envelope_sender,
            settings.name,
            one_click_url=settings.one_click_url,
        )
        if not settings.site_url:
            return forms
        from commands.server.site import paths  # noqa: PLC0415

        return replace(
            forms,
            page_url=partial(paths.board_url, settings.site_url),
            tournament_url=partial(paths.tournament_url, settings.site_url),
        )

    def deliver_now(self) -> None:
        """Delivers due emails from a shell command if the relay is only a Maildir folder.

        An error is logged, not raised, because the command is already done. The emails stay in the
        outbox.
        """
        if not self._settings.relay.startswith("maildir:"):
            return
        try:
            self.deliverer.deliver_now()
        except Exception as error:  # noqa: BLE001 - after any error, the emails stay in the outbox
            log.error("failed to deliver emails", error=error)  # noqa: TRY400
