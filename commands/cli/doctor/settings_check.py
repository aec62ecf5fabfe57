"""The check of the settings: whether they can be used, and where they are from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from commands.cli.doctor.finding import Finding, broken, ok
from commands.settings import SETTINGS_FILE, Settings, read_settings
from commands.settings.reading import WrongSetting, try_settings, usable_settings
from commands.settings.sources import Given, Source, read_given
from pbm.errors import UsageError
from pbm.wording import counted, listing


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """The settings as far as they can be used."""

    settings: Settings | None
    """None if they can't even be read."""
    unusable: frozenset[str]
    """The names of those that can't be used, and have their defaults here."""
    finding: Finding


def read_and_check() -> ReadSettings:
    """Returns the settings, and what is wrong with them; never raises for wrong ones."""
    try:
        settings, wrong = try_settings()
    except UsageError as error:
        advice = f'Write lines such as address = "pbm@example.org" into {SETTINGS_FILE}.'
        return ReadSettings(None, frozenset(Settings.model_fields), broken(error.text, advice))
    if settings is None or wrong:
        settings, unusable = usable_settings(wrong)
        return ReadSettings(settings, unusable, _wrong_settings(wrong))
    return ReadSettings(read_settings(), frozenset(), ok(_sources()))


def _wrong_settings(wrong: Sequence[WrongSetting]) -> Finding:
    text = "; ".join(map(str, wrong))
    return broken(
        f"{text}.", "Mend that: nothing of pbm runs before. pbm config shows all settings."
    )


def _sources() -> str:
    """Returns a sentence on where the settings are from."""
    given = read_given(Settings).values()
    if not given:
        return "None is set: all have their defaults."
    counts = Counter(map(_place, given))
    parts = [f"{number} in {place}" for place, number in counts.items()]
    return f"{counted(len(given), 'setting')}, {listing(parts)}. pbm config shows them."


def _place(given: Given) -> str:
    if given.source is Source.ENVIRONMENT:
        return "the environment"
    return "credentials" if given.source is Source.CREDENTIAL else given.place
