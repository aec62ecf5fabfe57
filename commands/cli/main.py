"""The program `pbm`: its own words, and any line of the command language."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import Annotated, TextIO

import typer

from commands.app import open_app, record_signer
from commands.cli.admin import app as admin
from commands.cli.bot import bot
from commands.cli.import_record import import_record, read_bytes, read_file
from commands.cli.lines import LineRunner, database_error
from commands.cli.receive import receive, temporary_failure_status
from commands.cli.referee import referee
from commands.cli.robots import app as robot
from commands.context.caller import Caller
from commands.messages.status import Status
from commands.security.record_signing import check_record, public_key
from commands.server.supervisor import serve
from commands.settings import read_settings
from commands.system.logging import configure_logging
from commands.workers.robot_turns import move_robots
from mail.reading.text import clean
from pbm import games
from pbm.clock import SystemClock
from pbm.errors import NotAllowedError, UsageError, UserError
from pbm.options import read_options
from pbm.perft import table
from pbm.secret import Secret
from storage import TransientError

LINES_HELP = """\
Any other words are a line of the command language, carried out on the server's own database:

  pbm signup alice PASSWORD alice@example.org
  pbm knightpanic challenge alice bob
  pbm knightpanic show 101

"pbm help" explains it. A lone - reads lines from standard input. Before the
line may stand --json (answers for programs) and --as-admin (no passwords)."""

app = typer.Typer(
    help="A play-by-email server for abstract board games.",
    epilog=LINES_HELP.replace("\n\n", "\n\n\b\n"),
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)


app.add_typer(admin)
app.add_typer(robot)


@app.callback()
def _program() -> None:
    """A play-by-email server for abstract board games."""


@app.command("serve")
def _serve() -> None:
    """Receive, answer and deliver mail, until SIGTERM or Ctrl-C.

    Example: PBM_SMTP_PORT=2525 pbm serve
    """
    configure_logging()
    serve(read_settings())


@app.command("receive")
def _receive(
    sender: Annotated[str | None, typer.Option("--from", help="its envelope sender")] = None,
    recipients: Annotated[list[str] | None, typer.Option("--to", help="a recipient")] = None,
) -> None:
    """Take one mail from standard input, as a pipe or .forward brings it.

    Without --from and --to the mail server's variables count (SENDER; ORIGINAL_RECIPIENT or
    RECIPIENT), and then the mail's Return-Path, From and Delivered-To. The exit status is 0 once
    the mail is safe on disk, and 75 when it must be tried again.

    Example: pbm receive --from alice@example.org < mail
    """
    configure_logging(quiet=True)
    receive(read_settings(), sender, recipients or [])


@app.command("tick")
def _tick() -> None:
    """Remind and forfeit whoever is due, and have robots move; for cron, where no server runs.

    Run it at least every two hours (PBM_DOWNTIME_HOURS): what is longer counts as a downtime, and
    is given back to everybody.

    Example: pbm tick
    """
    configure_logging(quiet=True)
    settings = read_settings()
    with open_app(settings) as parts:
        ticked = parts.clock_watcher.tick()
        moved = move_robots(parts.robot_turns, settings.search_limit, settings.robot_seconds)
        while parts.engine_turns.play_once():
            moved += 1
        parts.solve_jobs.run_one()
        print(replace(ticked, robot_moves=moved))
        parts.deliver_now()


@app.command("demo")
def _demo() -> None:
    """Play a short game through a server of its own, and show the mails.

    Example: pbm demo
    """
    from commands.cli.demo import demo  # noqa: PLC0415 - rich is slow to load

    demo()


@app.command("perft", context_settings={"ignore_unknown_options": True})
def _perft(
    game: Annotated[str, typer.Argument(help="a game's name")],
    options: Annotated[list[str] | None, typer.Argument(help="its options")] = None,
    depth: Annotated[int, typer.Option(min=1, max=100, help="how many plies")] = 3,
) -> None:
    """Count the lines of play of each length, to check the rules.

    Example: pbm perft knightpanic -size=5 --depth 3
    """
    kind = games.find(game)
    chosen = read_options(kind.options, options or [], kind.title)
    for reached, count in table(kind, kind.start(kind.resolve(chosen, 0)), depth):
        print(reached, count, flush=True)


@app.command("import")
def _import(
    file: Annotated[Path, typer.Argument(help="a record, JSON or text")],
    verify: Annotated[bool, typer.Option("--verify", help="only check its signature")] = False,
    key: Annotated[str, typer.Option(help="by this public key, not this server's own")] = "",
) -> None:
    """Take back the record of a game: replay it, and keep it as a board.

    With --verify, only find out whether every byte is as the server has signed it. Records of
    other servers need --key: their "help record" tells it.

    Example: pbm import knightpanic-101.json
    """
    if key and not verify:
        raise UsageError("--key goes with --verify.")
    if verify:
        print(check_record(read_bytes(file), key or public_key(record_signer(read_settings()))))
        return
    record = read_file(file)
    settings = read_settings()
    with open_app(settings) as parts, parts.database.work() as work:
        print(import_record(work, record, settings.address, SystemClock().now()))


app.command("bot")(bot)
app.command("referee")(referee)


def command_words() -> set[str]:
    """First words that are the program's own and begin no line."""
    names = {command.name or "" for command in app.registered_commands}
    return names | {"admin", "robot", "-", "--help", "--install-completion", "--show-completion"}


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Carries out a command line; the exit status."""
    flags, rest = _flags(words)
    if words[:1] == ["receive"]:
        return temporary_failure_status(partial(_run_command, rest))
    try:
        if not flags and (not rest or rest[0] in command_words() - {"-"}):
            return _run_command(rest)
        return _run_line(flags, rest)
    except UserError as error:
        return _print_error(error, flags)
    except TransientError as error:
        return _print_error(database_error(error), flags)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on; keep Python from complaining at exit
        return Status.REFUSED


def _print_error(error: UserError, flags: set[str]) -> int:
    """Tells of what kept the program from carrying out anything."""
    if "--json" in flags:
        print(json.dumps({"ok": False, "text": error.text, "data": None}))
    else:
        print(error.text, file=sys.stderr)
    return Status.WRONG_USAGE if isinstance(error, UsageError) else Status.REFUSED


def _flags(words: Sequence[str]) -> tuple[set[str], list[str]]:
    rest = list(words)
    flags = set()
    while rest and rest[0] in ("--json", "--as-admin"):
        flags.add(rest.pop(0))
    return flags, rest


def _run_command(words: list[str]) -> int:
    try:
        app(words or ["--help"], prog_name="pbm")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) and words else Status.DONE
    return Status.DONE


def _run_line(flags: set[str], words: list[str]) -> int:
    if not words or words[0].startswith("--"):
        raise UsageError('A line of the command language is missing: see "pbm --help".')
    configure_logging(quiet=True)
    settings = read_settings()
    with open_app(settings) as parts:
        shell = LineRunner(parts, as_json="--json" in flags)
        if words != ["-"]:
            caller = Caller("", "--as-admin" in flags, lambda: clean(_standard_input().read()))
            return shell.run(words, caller, _ask_password)
        shell.read(_standard_input(), Caller(admin="--as-admin" in flags))
        return Status.DONE


def _standard_input() -> TextIO:
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    return sys.stdin


def _ask_password(prompt: str) -> Secret:
    if not sys.stdin.isatty():
        raise NotAllowedError(
            "A lone dash asks for the password, and there is no terminal to ask at."
        )
    try:
        return Secret(getpass(prompt))
    except EOFError:
        raise NotAllowedError("No password was given.") from None
