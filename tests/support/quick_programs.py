"""What the runs of `pbm` in a process of tests share: what its code says, which they read anew."""

from functools import lru_cache, wraps

import typer.main
from pydantic_settings import EnvSettingsSource


def hasten_programs():
    """Has this process make commands and read settings faster: nothing that tests see differs."""
    typer.main.get_command_from_info = lru_cache(200)(typer.main.get_command_from_info)
    for name in ("_extract_field_info", "_field_is_complex"):
        setattr(EnvSettingsSource, name, _once_a_field(getattr(EnvSettingsSource, name)))


def _once_a_field(method):
    """Returns the method of a source with each result kept: it depends on the field alone."""
    results = {}

    @wraps(method)
    def kept(source, field, *more):
        key = source.settings_cls, id(field), *more
        if key not in results:
            results[key] = field, method(source, field, *more)  # the field keeps its identity
        return results[key][1]

    return kept
