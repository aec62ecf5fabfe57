"""The limits that the settings give."""

from commands.engines.limits import Limits, user_of
from commands.settings import Settings


def limits_of(settings: Settings) -> Limits:
    """For every program that this server runs."""
    return Limits(memory=settings.bot_memory, user=user_of(settings.bot_user))
