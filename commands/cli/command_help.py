"""Prints the help of a command without typer's notation for types and limits.

typer shows `{N}`, `N <int range>` and `[1<=x<=1000000; required]`, which only programmers
understand.
"""

import re
from typing import Any

from typer.core import TyperCommand

PLACEHOLDERS = {"int": "N", "float": "N", "path": "FILE", "str": "TEXT"}
_TYPE = re.compile(r" <(int|float|path|str|list)\b[^>|]*>")
_NOTES = re.compile(r"  \[(?P<notes>[^\[\]]*)\]$")
TYPER_HELP, HELP = "Show this message and exit.", "show this message"


class PlainHelpCommand(TyperCommand):
    """A command whose help shows placeholders, required options and defaults in words."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [_plain_piece(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        parameters = self.get_params(ctx)
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            records = [
                record
                for each in parameters
                if each.param_type_name == kind and (record := each.get_help_record(ctx))
            ]
            if records:
                with formatter.section(title):
                    formatter.write_dl([_plain_record(*each, kind) for each in records])


def _plain_piece(piece: str) -> str:
    """Returns a part of the usage line, such as `[NAME...]` for `[[NAME]]...`."""
    name = re.sub(r"[{}\[\]]|\.\.\.", "", piece)
    several = "..." if "..." in piece else ""
    return f"[{name}{several}]" if piece.startswith("[") else f"{name}{several}"


def _plain_record(name: str, help: str, kind: str) -> tuple[str, str]:
    """Returns a row of the help. `kind`: `argument` or `option`."""
    if kind == "argument":
        name = _TYPE.sub("", name)
    name = _TYPE.sub(lambda found: f" {PLACEHOLDERS.get(found[1], 'TEXT')}", name)
    notes = ""
    if found := _NOTES.search(help):
        help = help[: found.start()]
        wanted = [_plain_note(each, kind) for each in found["notes"].split("; ")]
        notes = "".join(f" ({note})" for note in wanted if note)
    return name, f"{help.replace(TYPER_HELP, HELP)}{notes}"


def _plain_note(note: str, kind: str) -> str:
    """Returns a note such as `default 30`, or nothing for limits and required arguments."""
    word, _, value = note.partition(": ")
    if word == "default":
        return f"default {value}"
    return note if note == "required" and kind == "option" else ""
