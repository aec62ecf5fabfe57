"""Compose the email about health problems to the admin."""

from collections.abc import Mapping, Sequence

from commands.content.messages import TextMessage
from commands.server.health.check import Finding
from pbm.wording import counted, filled, local_time
from storage.admin.problems import StoredProblem

HINT = (
    'To see the current state of the server, run "pbm status". You get at most one email a day '
    "about each problem."
)
MAX_OVER = 5
"""Maximum number of past problems that an email lists."""


def admin_mail(
    site: str, findings: Sequence[Finding], stored: Mapping[str, StoredProblem]
) -> TextMessage:
    """Returns an email that describes these problems, and those solved since the last email.

    `stored`: all recorded problems.
    """
    last = max((each.told for each in stored.values() if each.told), default=None)
    parts = [
        f"{filled(problem.text)}\n\n{filled(f'What to do: {problem.advice}')}"
        for problem in findings
    ]
    over = [
        filled(f"Solved on {local_time(old.ended)}: {old.text}")
        for old in stored.values()
        if old.ended and old.told and last and last <= old.ended
    ][-MAX_OVER:]
    text = "\n\n\n".join([*parts, *over, filled(HINT)])
    return TextMessage(subject=f"{site}: {counted(len(findings), 'problem')}", text=text)
