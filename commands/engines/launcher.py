"""How a program is started: by its guard, with an environment that tells nothing."""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from commands.engines import sandbox
from commands.engines.command_line import Argv
from commands.engines.limits import EngineLimits


def launch_sandbox(
    command: Argv, limits: EngineLimits, folder: str, control: int
) -> "subprocess.Popen[bytes]":
    """The guard's process, with the program's pipes."""
    orders = json.dumps(asdict(limits) | {"control": control})
    return subprocess.Popen(  # noqa: S603 - what the admin names is what runs
        [sys.executable, "-I", "-S", Path(sandbox.__file__), orders, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
        pass_fds=[control],
        start_new_session=True,
    )
