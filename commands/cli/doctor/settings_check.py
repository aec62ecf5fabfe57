"""Checks whether the settings can be used and whether the admin's address is reachable."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from commands.players.reserved_addresses import RoleAddresses
from commands.server.health.check import Finding, broken, consider, ok, sentence
from commands.settings import SETTINGS_FILE, Settings, read_settings
from commands.settings.reading import WrongSetting, try_settings, usable_settings
from commands.settings.sources import Given, Source, read_given
from pbm.errors import UsageError
from pbm.wording import counted, listing


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """The settings, with defaults in place of unusable ones."""

    settings: Settings
    """The usable settings, with defaults for all others."""
    unusable: frozenset[str]
    """Names of the settings that can't be used and therefore have their defaults."""
    finding: Finding


def read_and_check() -> ReadSettings:
    """Returns the settings and the problems with them.

    Never raises an exception for wrong settings.
    """
    try:
        settings, wrong = try_settings()
    except UsageError as error:
        advice = (
            f"Until you fix this, pbm ignores all settings. Write the lines in {SETTINGS_FILE} "
            'like this: address = "pbm@example.org"'
        )
        return _unreadable(broken(sentence(error.text), advice))
    if settings is None or wrong:
        settings, unusable = usable_settings(wrong)
        finding = _wrong_settings(wrong)
        return ReadSettings(settings, unusable, finding) if settings else _unreadable(finding)
    return ReadSettings(read_settings().of_roles, frozenset(), ok(_sources()))


def _unreadable(finding: Finding) -> ReadSettings:
    """Returns the defaults for settings that can't be read at all. All are marked unusable."""
    return ReadSettings(Settings.model_construct(), frozenset(Settings.model_fields), finding)


def _wrong_settings(wrong: Sequence[WrongSetting]) -> Finding:
    texts = [str(each).rstrip(".") for each in wrong]
    return broken(
        " ".join(text if text.endswith("?") else f"{text}." for text in texts),
        "Fix this first. To see all settings, run: pbm config",
    )


def _sources() -> str:
    """Returns a sentence on the sources of the settings."""
    settings = read_given(Settings).values()
    if not settings:
        return "All settings have their default values."
    counts = Counter(map(_place, settings))
    parts = [f"{counted(number, 'setting')} in {place}" for place, number in counts.items()]
    return f"{listing(parts)}. To see them, run: pbm config"


def _place(setting: Given) -> str:
    if setting.source is Source.ENVIRONMENT:
        return "the environment"
    return "credentials" if setting.source is Source.CREDENTIAL else setting.place


def check_admin(settings: Settings) -> Finding:
    """Checks that problem reports and mail to postmaster and abuse reach the admin."""
    if not settings.admin and settings.outbox_folder and not settings.mailbox:
        return ok("PBM_ADMIN is empty, but emails don't leave this machine anyway.")
    if not settings.admin:
        return consider(
            "PBM_ADMIN is empty, so pbm can't email you about problems, and refuses mail to "
            "postmaster@ and abuse@.",
            "Set PBM_ADMIN to your address.",
        )
    if not RoleAddresses(settings.address).reachable_admin(settings.admin):
        return broken(
            f"PBM_ADMIN is {settings.admin}, which is one of pbm's own addresses.",
            "Set it to the address of a person.",
        )
    return ok(f"Problem reports and mail to postmaster@ and abuse@ go to {settings.admin}.")
