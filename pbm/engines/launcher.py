"""Starts an engine in its sandbox, with an environment that contains no secrets."""

import json
import os
import secrets
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from pbm.engines.command_line import Argv
from pbm.engines.limits import EngineLimits
from pbm.engines.visible_files import SOURCE, visible_files

RUN_SANDBOX = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from pbm.engines.sandbox.main import main; main()"
)
"""Python code for the sandbox's process. It imports only from the standard library and pbm."""


def new_folder() -> Path:
    """Returns an unused path for an engine's folder.

    The sandbox creates the folder itself. If the server created it and was killed before the
    sandbox started, nobody would delete the folder. For the same reason this function doesn't use
    `tempfile.gettempdir`, because that writes a test file.
    """
    scratch = Path(os.environ.get("TMPDIR") or "/tmp").absolute()  # noqa: S108
    return scratch / f"pbm-bot-{secrets.token_hex(8)}"


def launch_sandbox(
    command: Argv, limits: EngineLimits, folder: Path, control: int, isolation: str
) -> "subprocess.Popen[bytes]":
    """Starts the sandbox, and returns its process with pipes to the engine.

    `folder`: path of the engine's folder. The sandbox creates it, and removes it at the end.
    `control`: the file descriptor of the socket to which the sandbox writes reports.
    """
    as_other_user = os.geteuid() == 0 and (limits.user or (1, 1))[0] != 0
    config = asdict(limits) | {
        "control": control,
        "folder": str(folder),
        "isolation": isolation,
        "visible": visible_files(command, [*map(Path, limits.hidden)], as_other_user=as_other_user),
    }
    return subprocess.Popen(  # noqa: S603 - the admin chose the command
        [sys.executable, "-I", "-S", "-c", RUN_SANDBOX, SOURCE, json.dumps(config), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        # The server's other variables may contain secrets.
        env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
        pass_fds=[control],
        start_new_session=True,
    )
