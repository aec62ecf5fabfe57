"""The settings of recurring tournaments."""

from typing import Annotated

from pydantic import InstanceOf, field_validator
from pydantic_settings import NoDecode

from commands.system.setting_groups import SettingGroup
from pbm.errors import UserError
from pbm.tournaments.recurring import RecurringTournament


class TournamentSettings(SettingGroup):
    """Tournaments."""

    tournaments: Annotated[tuple[InstanceOf[RecurringTournament], ...], NoDecode] = ()
    """Recurring tournaments, each in a `[[tournaments]]` table of `pbm.toml`. A table has `name`,
    `every` (`week`, `month`, `quarter` or `year`) and the options of `pbm admin tournament new`,
    such as `game` and `kind`. `from` is the start of the first tournament.
    """

    @field_validator("tournaments", mode="before")
    @classmethod
    def _calendar_is_readable(cls, value: object) -> object:
        if isinstance(value, tuple):
            return value
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise ValueError("write each tournament as a [[tournaments]] table in pbm.toml")
        try:
            calendar = tuple(map(RecurringTournament.read, value))
        except UserError as error:
            raise ValueError(error.text) from None
        names = [each.name.lower() for each in calendar]
        if twice := [each.name for each in calendar if names.count(each.name.lower()) > 1]:
            raise ValueError(f'two tournaments are named "{twice[0]}": rename one of them')
        return calendar
