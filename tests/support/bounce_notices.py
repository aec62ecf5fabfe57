"""Notices of some 60 mail servers and providers, written in `tests/bounces/` in a compact form.

Each begins with `=== NAME`. Then come its headers; of these the following aren't sent, but say how
the mail is made:

- `Report: ACTION STATUS DIAGNOSTIC`: a delivery report, with the returned mail; `-` for what it
  doesn't have
- `Receipt: DISPOSITION` and `Feedback: TYPE`: the other standard reports
- `Returned: yes`: the returned mail follows the text
- `Html: yes` and `Charset: NAME`: the form of the text
"""

import re
from email.header import Header
from email.mime.text import MIMEText
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "bounces"
DIRECTIONS = ("Report", "Receipt", "Feedback", "Returned", "Html", "Charset")
ORIGINAL = (
    "Received: from pbm.example.net by mx.example.com; Sun, 1 Mar 2026 12:00:00 +0000\n"
    "From: pbm <pbm@example.net>\nTo: bob@example.com\nSubject: Knight Panic Board 101\n\n"
    "It is bob's turn.\n"
)


def bounce_notices(kind: str) -> dict[str, bytes]:
    """Returns the mails in a file of the folder, by name."""
    source = (FOLDER / f"{kind}.txt").read_text("utf-8")
    entries = [entry.partition("\n") for entry in re.split(r"(?m)^=== ", source)[1:]]
    return {name: _mail(rest) for name, _, rest in entries}


def _mail(source: str) -> bytes:
    head, _, text = source.partition("\n\n")
    headers = dict(line.split(": ", 1) for line in head.splitlines())
    directions = {name: headers.pop(name) for name in DIRECTIONS if name in headers}
    charset = "us-ascii" if source.isascii() else directions.get("Charset", "utf-8")
    lines = [f"{name}: {_encoded(value, charset)}\n" for name, value in headers.items()]
    return f"{''.join(lines)}To: pbm@example.net\n{_content(text, charset, directions)}".encode()


def _encoded(value: str, charset: str) -> str:
    return value if value.isascii() else Header(value, charset).encode()


def _content(text: str, charset: str, directions: dict[str, str]) -> str:
    """Returns the rest of the mail, from the headers of its content on."""
    if "Returned" in directions:
        text += f"\n------ The returned mail ------\n\n{ORIGINAL}"
    words = MIMEText(text, "html" if "Html" in directions else "plain", charset).as_string()
    if "Report" in directions:
        return _parts(words, "delivery-status", _status(directions["Report"]))
    if "Receipt" in directions:
        receipt = f"Disposition: {directions['Receipt']}\n"
        return _parts(words, "disposition-notification", receipt)
    if "Feedback" in directions:
        feedback = f"Feedback-Type: {directions['Feedback']}\nVersion: 1\n"
        return _parts(words, "feedback-report", feedback)
    return words


def _status(report: str) -> str:
    action, status, diagnostic = (*report.split(" ", 2), "-", "-")[:3]
    fields = {
        "Final-Recipient": "rfc822; bob@example.com",
        "Action": action,
        "Status": status,
        "Diagnostic-Code": diagnostic,
    }
    lines = (f"{name}: {value}\n" for name, value in fields.items() if value != "-")
    return f"Reporting-MTA: dns; mx.example.com\n\n{''.join(lines)}"


def _parts(words: str, kind: str, report: str) -> str:
    return (
        f'Content-Type: multipart/report; report-type={kind}; boundary="=_b"\n\n'
        f"--=_b\n{words}\n--=_b\nContent-Type: message/{kind}\n\n{report}\n"
        f"--=_b\nContent-Type: message/rfc822\n\n{ORIGINAL}\n--=_b--\n"
    )
