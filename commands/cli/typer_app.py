"""Builds the typer application of the program's own commands.

Each command is imported when it is used.
"""

from collections.abc import Iterable
from contextvars import ContextVar
from importlib import import_module
from typing import Annotated, Any

import typer

from commands.cli.command_help import PlainHelpCommand
from commands.cli.command_table import COMMANDS
from commands.cli.overview import ABOUT, LINES_HELP
from pbm.errors import UsageError
from pbm.wording import listing

_forced = ContextVar("forced", default=False)
NEGATIVE_WORDS = {"perft", "certificate"}
"""Commands that accept words beginning with a dash which aren't options."""


def set_forced(*, forced: bool) -> None:
    """Records whether --force was given, for the command that runs next."""
    _forced.set(forced)


def is_forced() -> bool:
    """Whether --force was given before the command."""
    return _forced.get()


class _Command(PlainHelpCommand):
    """A command that suggests a setting if an unknown option resembles its name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the command's words.

        Raises UsageError for an option that is the name of a setting.
        """
        options = {option for each in self.params for option in each.opts}
        for option in {word.partition("=")[0] for word in args if word.startswith("--")} - options:
            if settings := _settings_like(option):
                raise UsageError(
                    f"{option} isn't an option. Use the setting {listing(settings, 'or')}."
                )
        return super().parse_args(ctx, args)


def _settings_like(option: str) -> list[str]:
    """Returns settings, such as `PBM_SMTP_PORT`, whose names end with the words of an option."""
    from commands.settings import Settings  # noqa: PLC0415 - slow to load

    words, names = option.lstrip("-").replace("-", "_"), Settings.model_fields
    matching = [words] if words in names else [each for each in names if each.endswith(f"_{words}")]
    return [f"PBM_{name.upper()}" for name in matching]


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    app = typer.Typer(
        help=ABOUT,
        epilog=LINES_HELP.replace("\n\n", "\n\n\b\n"),
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_program)
    for name in names:
        _add(app, name)
    return app


def _add(app: typer.Typer, name: str) -> None:
    module, _, attribute = COMMANDS[name].partition(":")
    command = getattr(import_module(module), attribute)
    if isinstance(command, typer.Typer):
        _use_plain_help(command)
        app.add_typer(command)
        return
    unknown = {"ignore_unknown_options": True} if name in NEGATIVE_WORDS else {}
    app.command(name, cls=_Command, context_settings=unknown)(command)


def _use_plain_help(group: typer.Typer) -> None:
    for command in group.registered_commands:
        command.cls = PlainHelpCommand
    for inner in group.registered_groups:
        if inner.typer_instance:
            _use_plain_help(inner.typer_instance)


def _program(
    *,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="use settings that differ from the server's, and replace existing files"
        ),
    ] = False,
) -> None:
    """A play-by-email server for abstract board games."""
    set_forced(forced=force)
