"""Starts an engine in its sandbox, with an environment that reveals nothing."""

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
"""Python code, so that the sandbox loads nothing that isn't the standard library's or ours."""


def new_folder() -> Path:
    """Returns a path for an engine's folder.

    The sandbox makes the folder itself, so that none stays when the server is killed before. So
    might the file with which `tempfile.gettempdir` tries whether it can write.
    """
    scratch = Path(os.environ.get("TMPDIR") or "/tmp").absolute()  # noqa: S108
    return scratch / f"pbm-bot-{secrets.token_hex(8)}"


def launch_sandbox(
    command: Argv, limits: EngineLimits, folder: Path, control: int, isolation: str
) -> "subprocess.Popen[bytes]":
    """Returns the sandbox's process, with the engine's pipes.

    `folder`: made by the sandbox, and removed at its end.
    `control`: the file descriptor of the socket on which the sandbox reports.
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
        env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
        pass_fds=[control],
        start_new_session=True,
    )
