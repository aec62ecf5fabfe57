"""Implements `pbm robot`, which adds, lists and removes engines as players."""

import shlex
from typing import Annotated

import typer

from commands.cli.admin.admin_actions import admin_act, read_only
from commands.cli.arguments import AsJson, Reason, Userid, command_group
from commands.cli.terminal import print_json, print_table
from commands.language.userids import check_userid
from commands.system.secrets.secret import Secret
from commands.verbs.signoff import SURE, Signoff
from pbm.engines.accounts import EngineAccount
from pbm.engines.command_line import read_command
from pbm.errors import NotAllowedError
from pbm.protocol import turns
from pbm.wording import counted

DEFAULT_REASON = "engine"

app = command_group("robot", help="Add, list and remove engines (programs that play games).")

GameOption = Annotated[str, typer.Option("--game", help="madknights or knightsduel")]
Exec = Annotated[
    str, typer.Option("--exec", metavar="CMD", help=("command line that starts the program"))
]


@app.command("add")
def add(name: Userid, game: GameOption, command: Exec, reason: Reason = DEFAULT_REASON) -> None:
    """Add a program as a player that everybody can challenge.

    pbm starts the program again for each turn. "pbm help engines" describes the protocol. If the
    program fails, the player resigns and pbm reports the reason. Before you run a stranger's
    program, use "pbm doctor" to check how well engines are isolated.

    Example: pbm robot add nightmare --game madknights --exec "python3 nightmare.py"
    """
    kind, argv = turns.find_game(game), read_command(command)
    with admin_act(reason, new=True) as act:
        check_userid(name, robot=True)
        if act.work.userids.taken(name):
            raise NotAllowedError(f'The userid "{name}" is taken. Choose a different one.')
        engine = EngineAccount(kind.name, argv)
        act.work.players.add_robot(name, engine.write(), act.context.now())
        act.record("robot add", name, engine.write())
        act.report = f"Added {name}. To play against it, run: pbm {kind.name} challenge YOU {name}"


@app.command("list")
def list_robots(as_json: AsJson = False) -> None:
    """List all engines.

    Example: pbm robot list
    """
    with read_only() as (work, _):
        players = [summary.player for summary in work.overview.players()]
    engines = [
        (player.userid, engine)
        for player in players
        if not player.gone and (engine := EngineAccount.read(player.robot))
    ]
    if as_json:
        data = [
            {"userid": userid, "game": engine.game, "command": list(engine.command)}
            for userid, engine in engines
        ]
        print_json({"robots": data})
        return
    rows = [(userid, engine.game, shlex.join(engine.command)) for userid, engine in engines]
    print_table(counted(len(engines), "robot"), ("userid", "game", "program"), rows)


@app.command("remove")
def remove(name: Userid, reason: Reason = DEFAULT_REASON) -> None:
    """Remove an engine. It forfeits its games in progress.

    The records of its games remain.

    Example: pbm robot remove nightmare --reason "its author asked for it"
    """
    with admin_act(reason) as act:
        player = act.context.player(name)
        if EngineAccount.read(player.robot) is None or player.gone:
            raise NotAllowedError(
                f"{player.userid} isn't an engine. To see all engines, run: pbm robot list"
            )
        response = Signoff(player.userid, Secret("-"), SURE).run(act.context)
        act.notifications += response.notifications
        act.record("robot remove", player.userid, "removed")
        act.report = f"Removed {player.userid}."
