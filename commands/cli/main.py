"""The entry point of `pbm`: runs its own commands and lines of the command language.

It imports almost nothing itself. Modules are loaded only when the first word requires them, because
loading takes longer than most commands.
"""

import json
import os
import sys
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import redirect_stderr, suppress
from io import StringIO

from commands.cli.command_table import COMMANDS
from commands.cli.database_errors import is_unknown_commit, problem_of
from commands.content.status import Status
from pbm import __version__
from pbm.errors import NotAllowedError, UsageError, UserError

FORCE = "--force"
FLAGS = ("--json", "--as-admin", FORCE)
COMPLETING = "_PBM_COMPLETE"
"""The environment variable by which a shell requests completion."""
FAILED = 1
INTERRUPTED = 130
"""The exit status after Ctrl-C. As in shells, it is 128 plus the number of the signal."""
TYPER_OPTIONS = {"--help", "--install-completion", "--show-completion"}
UNKNOWN = (
    "pbm lost the connection to the database ({}) and can't tell whether it saved this email. "
    "Please send it again."
)


def main() -> None:
    """Runs the console script. Only its user can read the files that it creates."""
    os.umask(0o077)
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # For example, while modules were loading.
        status = INTERRUPTED
    except Exception:  # noqa: BLE001 - the traceback is shown as usual
        sys.excepthook(*sys.exc_info())
        status = FAILED
    _exit(status)


def _exit(status: int) -> None:
    """Exits even if a game of another package has started a thread that doesn't end."""
    threading = sys.modules.get("threading")  # Importing it would take longer than this check.
    if threading and any(not each.daemon for each in threading.enumerate()[1:]):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # The reader has gone, or the stream is closed.
                stream.flush()
        os._exit(status)
    sys.exit(status)


def command_words() -> set[str]:
    """Returns the first words that belong to the program itself instead of the command language."""
    return {*COMMANDS, *TYPER_OPTIONS, "-", "--version"}


def run(words: Sequence[str]) -> int:
    """Runs a command line and returns the exit status."""
    if sys.stdin is None:  # The program was started with a closed standard input.
        sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115 - pathlib is slow to load
    if list(words) == ["--version"]:
        print(f"pbm {__version__}")
        return Status.DONE
    if words[:1] == ["receive"]:
        return _run_receive(list(words))
    return _run(*_flags(words))


def _run(flags: set[str], words: list[str]) -> int:
    try:
        if COMPLETING in os.environ:
            from commands.cli.completion import complete  # noqa: PLC0415 - loads typer

            with suppress(SystemExit):
                complete()
            return Status.DONE
        if not flags and words in ([], ["--help"]):
            from commands.cli.overview import overview  # noqa: PLC0415 - reads many files

            print(overview())
            return Status.DONE
        _work_as_owner()
        if flags <= {FORCE} and (not words or words[0] in command_words() - {"-"}):
            return run_command(words, flags)
        return _run_line(flags, words)
    except UserError as error:
        return _print_error(error, flags)
    except BrokenPipeError:
        sys.stderr.close()  # The reader has gone. Otherwise, Python would print a warning at exit.
        return Status.REFUSED
    except Exception as error:
        problem = problem_of(error)
        if not problem:
            raise
        return _print_error(NotAllowedError(problem), flags)


def _work_as_owner() -> None:
    """If root runs the program and the data's owner wrote `pbm.toml`, switches to that owner."""
    from commands.system.data_folder import named_data_folder  # noqa: PLC0415 - help needs neither
    from commands.system.settings_file import work_as_owner  # noqa: PLC0415

    work_as_owner(named_data_folder())


def _print_error(error: UserError, flags: set[str]) -> int:
    """Prints an error that ends the program, and returns the exit status."""
    if "--json" in flags:
        try:
            print(json.dumps({"ok": False, "text": error.text, "data": None}), flush=True)
        except OSError:  # Standard output may be a full disk.
            print(error.text, file=sys.stderr)
    else:
        print(error.text, file=sys.stderr)
    return Status.WRONG_USAGE if isinstance(error, UsageError) else Status.REFUSED


def _flags(words: Sequence[str]) -> tuple[set[str], list[str]]:
    rest = list(words)
    flags = set()
    while rest and rest[0] in FLAGS:
        flags.add(rest.pop(0))
    return flags, rest


def run_command(words: list[str], flags: AbstractSet[str] = frozenset()) -> int:
    """Runs one of the program's own commands and returns the exit status.

    Without words, prints the help.
    """
    from commands.cli.typer_app import make_app  # noqa: PLC0415 - typer is slow to load

    app = make_app([words[0]] if words and words[0] in COMMANDS else COMMANDS)
    try:
        app([*flags, *(words or ["--help"])], prog_name="pbm")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) and words else Status.DONE
    return Status.DONE


def _run_receive(words: list[str]) -> int:
    """Runs `pbm receive` and returns the exit status, which is 0 or EX_TEMPFAIL.

    After a failure, it prints one sentence on stderr. If the status were another one, the mail
    server would return the email, including any passwords, to its sender.
    """
    from commands.cli.server.receive_client import REFUSED, NotTaken, ask_again  # noqa: PLC0415

    sentence = REFUSED
    with redirect_stderr(StringIO()):
        try:
            _work_as_owner()
            reason = "wrong usage" if run_command(words) else ""
        except NotTaken as error:
            reason = str(error)
        except Exception as error:  # noqa: BLE001 - whatever failed, the email must be sent again
            reason = type(error.__cause__ or error).__name__
            if is_unknown_commit(error):
                sentence = UNKNOWN
    return ask_again(sentence.format(reason)) if reason else Status.DONE


def _run_line(flags: set[str], words: list[str]) -> int:
    if not words or words[0].startswith("--"):
        raise UsageError("Give a command. To see all commands, run: pbm --help")
    if flags <= {"--json"} and words != ["-"]:
        from commands.cli.lines.line_client import run_on_server  # noqa: PLC0415 - seldom needed

        if (status := run_on_server(words, as_json="--json" in flags)) is not None:
            return status
    from commands.cli.lines.shell_lines import run_lines  # noqa: PLC0415 - the language is slow to load

    return run_lines(
        words, admin="--as-admin" in flags, as_json="--json" in flags, force=FORCE in flags
    )
