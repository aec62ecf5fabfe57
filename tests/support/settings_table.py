"""The table of settings in `docs/reference.md`, made from the declaration of the settings."""

import re
from typing import Any

from commands.settings import GROUPS

BEGIN, END = "<!-- settings -->", "<!-- /settings -->"
_BETWEEN = re.compile(f"(?<={re.escape(BEGIN)}\n).*(?={re.escape(END)})", re.DOTALL)


def settings_table() -> str:
    """Returns one Markdown table of all settings; each group begins with a row of its heading."""
    rows = ["| setting | default | what it does |", "|---|---|---|"]
    for group in GROUPS:
        rows.append(f"| **{group.heading()}** | | |")
        rows += [
            f"| `PBM_{name.upper()}` | {_default(group.model_fields[name].default)} | {text} |"
            for name, text in group.descriptions().items()
        ]
    return "".join(f"{row}\n" for row in rows)


def with_settings_table(page: str) -> str:
    """Returns the page with the table of today between its marks."""
    made, count = _BETWEEN.subn(lambda _: settings_table(), page)
    assert count == 1, f"{BEGIN} and {END} are needed, once"
    return made


def _default(value: Any) -> str:
    if value in ("", None, ()):
        return "empty"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
