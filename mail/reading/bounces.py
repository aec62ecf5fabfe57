"""Reading of bounces: delivery failures and notices of absence."""

import logging
import re
from dataclasses import dataclass
from email.message import Message
from typing import Literal

from mail.reading.automatic import is_answer
from mail.reading.body import MAX_PARTS
from mail.reading.letter import bare_letter, parse

LARGEST = 64 * 1024
"""The size read of a bounce: the report comes first, after at most a page of HTML."""
MAX_LINE_LENGTH = 300
"""The length at which lines are cut: the library searches a line in quadratic time."""

AWAY = re.compile(
    r"(?i)\s*(?:(?:re|aw|sv|antw)\s*:\s*)?(?:"
    r"out[- ]of[- ](?:the[- ])?office|auto(?:matic|mated)?[- ]?(?:reply|response|answer)"
    r"|(?:on )?vacation|away from|automatische antwort|abwesen|ich bin .*abwesend"
    r"|nicht im b(?:ü|ue)ro|réponse automatique|absence|absent"
    r"|respuesta autom|fuera de la oficina|risposta automatica|fuori (?:sede|ufficio)"
    r"|resposta autom|fora do escrit|automatisch antwoord|afwezig|automatiskt svar|frånvaro"
    r"|autosvar|automatisk svar|fravær|automaattinen vastaus|poissa|automatyczna odpowied"
    r"|automatick[áa] odpov|автоматический ответ|автоответ|自动回复|自動回覆|自動返信|自動応答"
    r"|자동 ?회신)"
)
"""Beginnings of the subjects of automatic replies of absent people."""
logging.getLogger("flufl.bounce").disabled = True  # it logs tracebacks of hostile mails


@dataclass(frozen=True, slots=True)
class BounceReport:
    """The content of a mail to a bounce address."""

    kind: Literal["hard", "soft", "away", "other"]
    addresses: tuple[str, ...] = ()
    """The addresses that failed, for good or for now."""


def read_bounce_report(content: bytes) -> BounceReport:
    """Returns the report in a mail to a bounce address; anything not understood is `other`."""
    try:
        return _read(parse(_cut(content)), bare_letter("", content).subject)
    except Exception:  # noqa: BLE001 - parser and library fail in many ways on hostile input
        return BounceReport("other")


def _read(message: Message, subject: str) -> BounceReport:
    if _is_feedback(message) or len(list(message.walk())) > MAX_PARTS:
        return BounceReport("other")
    soft, hard = _failures(message)
    if hard or soft:
        return BounceReport("hard" if hard else "soft", _written(hard or soft))
    return BounceReport("away" if is_answer(message) or AWAY.match(subject) else "other")


def _failures(message: Message) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Returns the addresses that failed for now, and for good; none if the library fails itself."""
    try:
        from flufl.bounce import all_failures  # noqa: PLC0415 - few mails are bounces

        return all_failures(message)
    except Exception:  # noqa: BLE001 - it fails without a From header, for example
        return frozenset(), frozenset()


def _is_feedback(message: Message) -> bool:
    """Returns True for a complaint or a receipt: the mail was delivered."""
    kinds = ("feedback-report", "disposition-notification")
    return str(message.get_param("report-type", "")).lower() in kinds


def _written(addresses: frozenset[bytes]) -> tuple[str, ...]:
    return tuple(sorted(address.decode("ascii").lower() for address in addresses))


def _cut(content: bytes) -> bytes:
    """Returns the beginning of a mail, with its lines cut."""
    lines = content[:LARGEST].split(b"\n")
    return b"\n".join(line[:MAX_LINE_LENGTH] for line in lines)
