"""Starts an engine in its sandbox, with an environment that reveals nothing."""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from commands.engines import sandbox
from commands.engines.command_line import Argv
from commands.engines.resource_limits import EngineLimits


def launch_sandbox(
    command: Argv, limits: EngineLimits, folder: str, control: int
) -> "subprocess.Popen[bytes]":
    """Returns the sandbox's process, with the engine's pipes.

    `control`: the file descriptor of the socket on which the sandbox reports.
    """
    config = json.dumps(asdict(limits) | {"control": control})
    return subprocess.Popen(  # noqa: S603 - the admin chose the command
        [sys.executable, "-I", "-S", Path(sandbox.__file__), config, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
        pass_fds=[control],
        start_new_session=True,
    )
