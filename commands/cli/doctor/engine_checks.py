"""Checks of the sandbox for engines, which are other people's programs."""

import os

from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.engines.isolation import find_isolation
from commands.settings import Settings, engine_limits
from pbm.errors import UserError


def check_isolation(_settings: Settings) -> Finding:
    """Tells in what way engines are kept apart from each other and from the server."""
    isolation = find_isolation()
    sentence = f"Each runs {isolation.sentence}."
    if isolation.complete:
        return ok(sentence)
    return consider(sentence, "Run no stranger's program here; docs/bots.md tells what is needed.")


def check_user(settings: Settings) -> Finding:
    """Tells as which users engines run."""
    try:
        user = engine_limits(settings).user
    except UserError as error:
        return broken(error.text, "Set PBM_BOT_USER.")
    if user and user[0] == 0:
        return consider(
            "All run as root, as PBM_BOT_USER says.", "Name a user who may do nothing else."
        )
    if user:
        return ok(f"All run as {settings.bot_user}, as PBM_BOT_USER says.")
    if os.geteuid() == 0:
        return ok("Each runs as a user of its own, who has no account.")
    return ok("All run as the user of pbm; a pbm that runs as root gives each one of its own.")
