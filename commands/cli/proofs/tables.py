"""Implements `pbm tables`, which makes, lists, checks and removes tables of proofs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from commands.cli.arguments import AsJson, GameName, command_group
from commands.cli.output_files import check_output
from commands.cli.terminal import print_json, print_line, print_table
from commands.settings import read_settings
from commands.system.data_owner import as_owner
from commands.system.logs.logging import configure_logging
from pbm import games
from pbm.errors import NotAllowedError, NotFoundError
from pbm.process.files import replaced_file
from pbm.wording import counted

if TYPE_CHECKING:
    from pbm.solver.table_files import ListedTable
    from pbm.solver.table_making import TableMaking
from commands.cli.proofs.progress_bar import making_progress

app = command_group("tables", help="Make, list, check and remove tablebases.")
GameOptions = Annotated[
    list[str] | None, typer.Argument(metavar="-OPTION...", help="options of the game")
]
Distances = Annotated[
    bool,
    typer.Option(
        "--distances", help="also store distances to the end (8 bits per position instead of 2)"
    ),
]
Keys = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TABLE...", help='names of tables, from "pbm tables list" (default: all)'
    ),
]
Key = Annotated[
    str, typer.Argument(metavar="TABLE", help='name of a table, from "pbm tables list"')
]
Samples = Annotated[int, typer.Option(min=0, metavar="N", help="number of positions per table")]


@app.command("make", context_settings={"ignore_unknown_options": True})
def make(game: GameName, options: GameOptions = None, distances: Distances = False) -> None:
    """Make the tablebase of a game with these options.

    pbm makes small tables when it needs them. Use this command for tables that take minutes. You
    can stop it at any time. To continue after the last finished wave, run the same command again.

    Robots and the commands "solve" and "show" use the table as soon as it is complete. Without
    --distances, robots know who wins but not how soon, so they may take a long time to win.

    Example: pbm tables make knightpanic -size=5 -extra=0 --distances
    """
    from pbm.proofs.tables.table_starts import stored_numbering, table_starts  # noqa: PLC0415
    from pbm.solver.table_files import counts_text, has_table  # noqa: PLC0415 - numpy is slow
    from pbm.solver.table_making import TableMaking  # noqa: PLC0415

    numbering = stored_numbering(games.find(game), options or [])
    if numbering is None:
        starts = "\n".join(f"pbm tables make {each.words}" for each in table_starts())
        raise NotAllowedError(f"There is no table for these options. You can make these:\n{starts}")
    with _table_folder() as folder:
        if has_table(folder, numbering, distances=distances):
            print_line(f"{numbering.key} already exists.")
            return
        making = TableMaking(folder, numbering)
        try:
            with making_progress() as progress:
                counts = making.run(progress, distances=distances)
        except KeyboardInterrupt:
            print(f"Stopped. {_goes_on(making)}", file=sys.stderr)
            raise typer.Exit(1) from None
        except OSError as error:
            raise NotAllowedError(
                f"pbm can't write the table: {error.strerror}. {_goes_on(making)}"
            ) from error
    print_line(f"{numbering.key}: {counts_text(counts)}")


@app.command("list")
def list_tables(as_json: AsJson = False) -> None:
    """List all tables in the data folder.

    Example: pbm tables list
    """
    with _table_folder() as folder:
        tables = _found(folder)
    if as_json:
        print_json({"tables": [each.data() for each in tables]})
        return
    rows = [(each.key, f"{each.entries:,}", each.state, f"{each.size:,}") for each in tables]
    head = ("table", "entries", "state", "bytes")
    print_table(counted(len(tables), "table"), head, rows, right=("entries", "bytes"))


@app.command("check")
def check(tables: Keys = None, samples: Samples = 1000) -> None:
    """Check the checksums of tables, and the values of random positions.

    The value of a position must follow from the values of its successors. For tables that pbm made
    by itself, only the checksum is checked. The exit status is 1 if a table is damaged.

    Example: pbm tables check --samples 10000
    """
    from pbm.solver.table_files import table_damage  # noqa: PLC0415 - numpy is slow to load

    with _table_folder() as folder:
        damaged = 0
        for table in _chosen(folder, tables or []):
            damage = table_damage(table, samples, SystemRandom())
            print_line(f"{table.key}: {damage or 'no damage found'}")
            damaged += bool(damage)
    if damaged:
        raise typer.Exit(1)


@app.command("excerpt", context_settings={"ignore_unknown_options": True})
def excerpt(
    game: GameName,
    options: GameOptions = None,
    *,
    output: Annotated[Path, typer.Option(help="file to write")],
    samples: Samples = 1000,
    seed: Annotated[int, typer.Option(min=0, help="seed for random choices")] = 0,
) -> None:
    """Write random positions from a table to a file that can be checked without pbm.

    The file also contains the positions on which their values depend. To check it, run
    docs/truths/check.py. For a large table, first run "pbm tables make" with --distances.

    Example: pbm tables excerpt knightpanic -3d --output panic3d.txt
    """
    from pbm.proofs.tables.table_excerpts import HEADING  # noqa: PLC0415
    from pbm.solver.table_files import table_excerpt  # noqa: PLC0415 - numpy is slow

    check_output(output, read_settings().data, HEADING)
    with replaced_file(output) as file, _table_folder() as folder:
        positions = table_excerpt(folder, games.find(game), options or [], samples, seed)
        file.writelines(positions.lines())
    print_line(f"{output}: {counted(len(positions.chosen), 'position')} of {positions.start}")


@app.command("remove")
def remove(table: Key) -> None:
    """Remove a finished or unfinished table.

    Example: pbm tables remove knightpanic-5-2d-5-mover-wins
    """
    from pbm.solver.table_files import remove_table  # noqa: PLC0415 - numpy is slow to load

    with _table_folder() as folder:
        for table_found in _chosen(folder, [table]):
            remove_table(table_found)
    print_line(f"Removed {table}.")


def _goes_on(making: "TableMaking") -> str:
    return (
        f"To continue after {counted(making.waves(), 'finished wave')}, run the same command again."
    )


@contextmanager
def _table_folder() -> Iterator[Path]:
    configure_logging(quiet=True)
    settings = read_settings()
    with as_owner(settings.data):
        yield settings.tables_folder


def _found(folder: Path) -> "list[ListedTable]":
    from pbm.solver.table_files import tables_in  # noqa: PLC0415 - numpy is slow to load

    return tables_in(folder)


def _chosen(folder: Path, keys: list[str]) -> "list[ListedTable]":
    """Returns the tables with these keys, or all tables if no key is given.

    Raises NotFoundError for an unknown key.
    """
    tables = _found(folder)
    for key in keys:
        if key not in {each.key for each in tables}:
            raise NotFoundError(
                f"The table {key} doesn't exist. To see all tables, run: pbm tables list"
            )
    return [each for each in tables if not keys or each.key in keys]
