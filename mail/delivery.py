"""Sending what is queued, with retries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import structlog

from mail.relay import DeliveryError, Relay

FIRST_RETRY = timedelta(minutes=7.5)
MOST_TRIES = 8

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Parcel:
    """A mail ready to go, and how often it was tried before."""

    id: int
    sender: str
    recipient: str
    message_id: str
    message: bytes
    tries: int


class Queue(Protocol):
    """Whatever keeps mails until they are sent."""

    def take(self) -> Sequence[Parcel]:
        """Some mails that are due, held for us for a while; none when nothing is."""
        ...

    def sent(self, parcel: Parcel) -> None:
        """It has left."""
        ...

    def postpone(self, parcel: Parcel, wait: timedelta, trouble: str) -> None:
        """It is to be tried again."""
        ...

    def give_up(self, parcel: Parcel, trouble: str, *, refused: bool) -> None:
        """It can't be delivered; `refused` when that is for its recipient's address."""
        ...


def deliver(queue: Queue, relay: Relay) -> int:
    """Sends all that is due; how many mails were tried."""
    tried = 0
    try:
        while parcels := queue.take():
            for parcel in parcels:
                _send(queue, relay, parcel)
            tried += len(parcels)
    finally:
        relay.close()  # servers hang up on idle clients, and the next mail would be put off
    return tried


def _send(queue: Queue, relay: Relay, parcel: Parcel) -> None:
    try:
        relay.send(parcel.sender, parcel.recipient, parcel.message)
    except DeliveryError as error:
        _failed(queue, parcel, error)
    except Exception as error:  # one bad mail must not stop the others
        log.exception("delivery failed", id=parcel.message_id)
        _failed(queue, parcel, DeliveryError(type(error).__name__, permanent=False))
    else:
        queue.sent(parcel)
        _log("mail out", parcel)


def _failed(queue: Queue, parcel: Parcel, error: DeliveryError) -> None:
    trouble = _trouble(parcel, error)
    if error.permanent or parcel.tries + 1 >= MOST_TRIES:
        queue.give_up(parcel, trouble, refused=error.refused)
        _log("mail failed", parcel, trouble=trouble)
    else:
        queue.postpone(parcel, FIRST_RETRY * 2**parcel.tries, trouble)
        _log("mail postponed", parcel, trouble=trouble)


def _trouble(parcel: Parcel, error: DeliveryError) -> str:
    """What is said to be wrong, to be kept and logged: without the name of a signed sender."""
    name, _, label = parcel.sender.partition("@")[0].partition("+")
    return str(error).replace(f"{name}+{label}", f"{name}+...") if label else str(error)


def _log(event: str, parcel: Parcel, **more: str) -> None:
    log.info(event, to=parcel.recipient, id=parcel.message_id, size=len(parcel.message), **more)
