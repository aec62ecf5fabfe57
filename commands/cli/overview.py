"""The overview that `pbm` prints without arguments.

It is made without importing the commands, because that is slow.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from commands.cli.command_table import GROUPS

ROOT = Path(__file__).parents[2]
ABOUT = "A play-by-email server for abstract board games."
LINES_HELP = """\
You can also run the commands that players send by email:

  pbm signup alice PASSWORD alice@example.org
  pbm knightpanic challenge alice bob
  pbm knightpanic show 101

"pbm help" lists them. "pbm -" reads commands from standard input, one per
line. Put these options first: --json (print JSON), --as-admin (don't ask for
passwords), --force (use settings that differ from the server's)."""

OPTIONS = """\
Options, before the command:
  --force               use settings that differ from the server's, and
                        replace existing files
  --version             show the version
  --install-completion  install TAB completion for this shell
  --show-completion     print the completion script
  --help                show this message, or help for a command"""


def overview() -> str:
    """Returns an overview of the commands by group, the options, and the syntax of other lines."""
    groups = "\n\n".join("\n".join(_group(name, GROUPS[name])) for name in GROUPS)
    return f"Usage: pbm COMMAND ...\n\n{ABOUT}\n\n{groups}\n\n{OPTIONS}\n\n{LINES_HELP}"


def _group(name: str, commands: dict[str, str]) -> Iterator[str]:
    yield f"{name}:"
    for word, place in commands.items():
        yield f"  {word:<15}{summary(place)}"


def summary(place: str) -> str:
    """Returns the first sentence of a command's help, read from its source code."""
    module, _, name = place.partition(":")
    tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_bytes())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return _first_sentence(ast.get_docstring(node) or "")
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            (text,) = (
                each.value
                for each in ast.walk(node)
                if isinstance(each, ast.keyword) and each.arg == "help"
            )
            return _first_sentence(ast.literal_eval(text))
    raise LookupError(place)


def _first_sentence(text: str) -> str:
    return f"{' '.join(text.split()).partition('. ')[0].rstrip('.')}."
