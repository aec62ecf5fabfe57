"""Checks of the site's pages."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from commands.health.problem import Problem
from commands.settings import Settings
from pbm.wording import local_time
from storage.unit_of_work import UnitOfWork

WITHIN = timedelta(minutes=15)
"""A site that fails is recorded more often than that: else it is well again."""


def check_site(_settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields the folders of sites that haven't been kept up to date for long."""
    for incident in work.incidents.recent("site", now - WITHIN):
        yield Problem(
            f"The pages in {incident.subject} aren't up to date: at {local_time(incident.at)}, "
            f"{incident.detail}. Mail goes on.",
            "See that the folder is there, that its disk has room and that the server may write "
            "into it (pbm doctor); then it goes on by itself.",
            incident.subject,
        )
