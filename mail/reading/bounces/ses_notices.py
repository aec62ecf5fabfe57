"""Read the JSON notices of Amazon SES (RFC 8259), including those wrapped by SNS."""

import json
from email.message import Message
from typing import Any, Literal

from mail.reading.body.part_text import report_texts

Reading = Literal["hard", "soft", "other"]


def read_ses_notice(message: Message) -> tuple[Reading, tuple[str, ...]] | None:
    """Returns the kind of failure and the failed addresses, or None for any other email."""
    notice = _json_object(next(iter(report_texts(message)), ""))
    if notice is not None and isinstance(notice.get("Message"), str):
        notice = _json_object(notice["Message"])
    if notice is None:
        return None
    match notice.get("notificationType") or notice.get("eventType"):
        case "Bounce":
            return _bounce(notice["bounce"])
        case "DeliveryDelay":
            return "soft", _addresses(notice["deliveryDelay"].get("delayedRecipients", ()))
        case str():
            return "other", ()
    return None


def _bounce(bounce: dict[str, Any]) -> tuple[Reading, tuple[str, ...]]:
    kind: Reading = "hard" if bounce["bounceType"] == "Permanent" else "soft"
    return kind, _addresses(bounce.get("bouncedRecipients", ()))


def _addresses(recipients: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(sorted(str(recipient["emailAddress"]).lower() for recipient in recipients))


def _json_object(text: str) -> dict[str, Any] | None:
    """Returns the JSON object at the beginning of a text, or None. Other text may follow it."""
    start = text.lstrip()
    if not start.startswith("{"):
        return None
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(start)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
