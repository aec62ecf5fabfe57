"""Checks of the sandbox for engines, which are other people's programs."""

import os

from commands.cli.doctor.finding import Finding, good, warning, wrong
from commands.engines.isolation import find_isolation
from commands.settings import Settings, engine_limits
from pbm.errors import UserError


def check_isolation(_settings: Settings) -> Finding:
    """Tells in what way engines are kept apart from each other and from the server."""
    isolation = find_isolation()
    sentence = f"Each runs {isolation.sentence}."
    return good(sentence) if isolation.complete else warning(sentence)


def check_user(settings: Settings) -> Finding:
    """Tells as which users engines run."""
    try:
        user = engine_limits(settings).user
    except UserError as error:
        return wrong(error.text)
    if user and user[0] == 0:
        return warning("All run as root, as PBM_BOT_USER says.")
    if user:
        return good(f"All run as {settings.bot_user}, as PBM_BOT_USER says.")
    if os.geteuid() == 0:
        return good("Each runs as a user of its own, who has no account.")
    return good("All run as the user of pbm; a pbm that runs as root gives each one of its own.")
