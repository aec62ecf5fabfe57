"""What comes back for a mail: that it couldn't be delivered, or that its reader is away."""

import logging
import re
from dataclasses import dataclass
from email.message import Message
from typing import Literal

from flufl.bounce import all_failures

from mail.reading.automatic import is_answer
from mail.reading.body import MOST_PARTS
from mail.reading.letter import bare_letter, parse

LARGEST = 64 * 1024
"""What counts stands at the beginning, after at most a page of HTML; then the mail itself."""
LONGEST_LINE = 300
"""The library looks for addresses in a line in square time."""

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
"""How subjects begin that programs write for people who are away."""


logging.getLogger("flufl.bounce").disabled = True  # it prints hostile mails' tracebacks


@dataclass(frozen=True, slots=True)
class BounceReport:
    """What a mail to a bounce address says."""

    kind: Literal["hard", "soft", "away", "other"]
    addresses: tuple[str, ...] = ()
    """Those that it says couldn't be reached, for good or for now."""


def read_bounce_report(content: bytes) -> BounceReport:
    """What a mail says that came to a bounce address; whatever isn't understood is `other`."""
    try:
        return _read(parse(_cut(content)), bare_letter("", content).subject)
    except Exception:  # noqa: BLE001 - parser and library fail in many ways on hostile input
        return BounceReport("other")


def _read(message: Message, subject: str) -> BounceReport:
    if _is_feedback(message) or len(list(message.walk())) > MOST_PARTS:
        return BounceReport("other")
    soft, hard = _failures(message)
    if hard or soft:
        return BounceReport("hard" if hard else "soft", _written(hard or soft))
    return BounceReport("away" if is_answer(message) or AWAY.match(subject) else "other")


def _failures(message: Message) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Addresses that fail for now, and for good; none where the library fails itself."""
    try:
        return all_failures(message)
    except Exception:  # noqa: BLE001 - it does without a From header, for one
        return frozenset(), frozenset()


def _is_feedback(message: Message) -> bool:
    """A complaint, or a receipt: it has reached somebody."""
    kinds = ("feedback-report", "disposition-notification")
    return str(message.get_param("report-type", "")).lower() in kinds


def _written(addresses: frozenset[bytes]) -> tuple[str, ...]:
    return tuple(sorted(address.decode("ascii").lower() for address in addresses))


def _cut(content: bytes) -> bytes:
    """The beginning, with its lines cut."""
    lines = content[:LARGEST].split(b"\n")
    return b"\n".join(line[:LONGEST_LINE] for line in lines)
