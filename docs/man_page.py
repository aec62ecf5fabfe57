"""Makes the manual page `packaging/pbm.1` from the program's commands, settings and language.

    python -m docs.man_page

click-man makes a page for each command of a click program; ours is typer's, which has a click of
its own, and one page has the settings and the language, too.
"""  # noqa: INP001 - a script beside the pages

import os
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from commands.cli.overview import LINES_HELP
from commands.cli.server.receive_client import EX_TEMPFAIL
from commands.cli.typer_app import make_app
from commands.content.status import Status
from commands.language import registry
from commands.language.command import Command, GameCommand
from commands.language.help.pages import TOPICS
from commands.security.keys.master_key import MASTER_KEY
from commands.settings import GROUPS, LAST_COMMIT_FILE, SETTINGS_FILE
from commands.system.data_folder import CREDENTIALS
from docs import roff
from docs.program_commands import ProgramCommand, program_commands
from pbm import __version__, games

PAGE = Path(__file__).parent.parent / "packaging" / "pbm.1"
NAME, SECTION = "pbm", 1
DATE = re.compile(r"\d{4}-\d\d-\d\d")
SYNOPSIS = (
    "pbm [--force] COMMAND [OPTIONS] [ARGUMENTS]",
    "pbm [--json] [--as-admin] [--force] LINE",
    "pbm [--json] [--as-admin] [--force] -",
    "pbm --help | --version",
)
ABOUT = "`pbm serve` runs the server. The section COMMANDS describes each COMMAND."
SETTINGS = """\
pbm looks for each setting in three places, in this order: an environment variable; a credential, \
which is a file with the same name in lower case in the folder `{variable}`; and a line such as \
`address = "pbm@example.org"` in the file `{file}`, in the folder where you start pbm.

If the value of a setting is the name of a file, its credential contains the file itself: \
`pbm_tls_key` contains the key."""
OTHER_VARIABLES = {
    CREDENTIALS: "the folder with credentials. systemd sets this variable",
    "NOTIFY_SOCKET, WATCHDOG_USEC": "set by systemd, or by another program that supports "
    "sd_notify(3). `pbm serve` then reports that it is ready, its status, that it still responds, "
    "and that it is stopping",
}
FILES = {
    SETTINGS_FILE: "the settings, in the folder where you start pbm",
    "pbm-data": "the data folder (`PBM_DATA`), which contains the following files",
    "pbm.db": "the database, unless `PBM_DATABASE` names a different database",
    LAST_COMMIT_FILE: "the number of the last commit, by which pbm notices a loss of data",
    MASTER_KEY: "the key that encrypts the signing keys in the database",
    "tables": "the values of proved positions. pbm generates missing tables again, except for "
    "large tables, which you generate with `pbm tables make`",
    "outbox": "the Maildir of outgoing mail, unless `PBM_RELAY` names a mail server",
}
STATUSES = {
    Status.DONE: "The command succeeded.",
    Status.REFUSED: "pbm refused the command, or a check found a problem.",
    Status.WRONG_USAGE: "The command line or a setting is invalid.",
    EX_TEMPFAIL: "`pbm receive` couldn't accept the email. The mail server should try again.",
}


def man_page(date: str) -> str:
    """Returns the page, with this date."""
    summary = str(make_app([]).info.help).rstrip(".")
    lines = [
        *roff.heading(NAME, SECTION, date, f"pbm {__version__}", "User Commands"),
        *roff.section("NAME"),
        rf"{NAME} \- {roff.text(summary[0].lower() + summary[1:])}",
        *roff.section("SYNOPSIS"),
        *roff.shown("\n".join(SYNOPSIS)),
        *roff.section("DESCRIPTION"),
        *roff.paragraphs(f"{ABOUT}\n\n{LINES_HELP}"),
        *roff.section("COMMANDS"),
        *roff.paragraphs("With --help, each command prints the text that is shown here."),
        *_commands(program_commands()),
        *roff.section("SETTINGS"),
        *roff.paragraphs(SETTINGS.format(variable=CREDENTIALS, file=SETTINGS_FILE)),
        *_settings(),
        *roff.section("ENVIRONMENT"),
        *_tagged(OTHER_VARIABLES),
        *roff.section("THE COMMAND LANGUAGE"),
        *_language(),
        *roff.section("FILES"),
        *_tagged(FILES),
        *roff.section("EXIT STATUS"),
        *_tagged({str(int(status)): words for status, words in STATUSES.items()}),
    ]
    return "".join(f"{line}\n" for line in lines)


def write() -> None:
    """Writes the page, with the date of today if anything else has changed."""
    if PAGE.exists() and PAGE.read_text() == man_page(shown_date()):
        return
    PAGE.write_text(man_page(f"{datetime.now(UTC):%Y-%m-%d}"))


def shown_date() -> str:
    """Returns the date of the page that there is."""
    found = DATE.search(PAGE.read_text().partition("\n")[0].replace(r"\-", "-"))
    assert found, "the page has a date"  # noqa: S101 - it was written here
    return found[0]


def _commands(commands: Iterable[ProgramCommand]) -> Iterator[str]:
    """Yields usage, explanation and options of each command; groups begin a part of their own."""
    for command in commands:
        if command.commands:
            yield from roff.subsection(command.words)
            yield from roff.paragraphs(command.help)
            yield from _commands(command.commands)
            continue
        options = [
            line
            for each in command.parameters
            if each.help
            for line in roff.tagged(each.usage, roff.flowing(each.help))
        ]
        yield from roff.tagged(command.usage)
        yield from roff.indented([*roff.paragraphs(command.help), *options])


def _settings() -> Iterator[str]:
    """Yields the settings by subject."""
    for group in GROUPS:
        yield from roff.subsection(group.heading())
        texts = group.descriptions()
        for name, field in group.model_fields.items():
            default = field.default
            shown = str(default).lower() if isinstance(default, bool) else str(default or "")
            tag = f"PBM_{name.upper()}={shown}"
            yield from roff.tagged(tag, roff.flowing(texts[name]))


def _language() -> Iterator[str]:
    """Yields the games, and the commands of players."""
    yield from roff.paragraphs(
        "GAME is the name of a game. x* means zero or more, x+ one or more, [x] is optional, and "
        "a|b is a choice. For the rules of a game, run, for example, `pbm help knightpanic`. There "
        f"is also help on these subjects: {', '.join(TOPICS)}."
    )
    yield from roff.subsection("Games")
    for game in games.games().values():
        yield from roff.tagged(f"{game.name} {game.usage}", roff.flowing(game.summary))
    yield from roff.subsection("General commands")
    yield from _verbs(kind for kind in registry.commands() if not issubclass(kind, GameCommand))
    yield from roff.subsection("Commands about a game")
    yield from _verbs(kind for kind in registry.commands() if issubclass(kind, GameCommand))


def _verbs(kinds: Iterator[type[Command]]) -> Iterator[str]:
    for kind in kinds:
        yield from roff.tagged(kind.usage())
        yield from roff.indented(roff.paragraphs(f"{kind.help()}\n\nExample: {kind.sample()}"))


def _tagged(rows: dict[str, str]) -> Iterator[str]:
    for tag, words in rows.items():
        yield from roff.tagged(tag, roff.flowing(words))


if __name__ == "__main__":
    os.environ["PBM_GAMES"] = "-open-spiel"  # a server may not offer the classic games
    write()
