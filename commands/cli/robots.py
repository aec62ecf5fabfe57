"""Programs as players: `pbm robot add`, `list` and `remove`."""

import shlex
from typing import Annotated

import typer

from commands.cli.admin.act import admin_act, read_only
from commands.cli.arguments import AsJson, Reason, Userid
from commands.cli.terminal import print_json, print_table
from commands.engines.account import EngineAccount
from commands.engines.command_line import read_command
from commands.language.userids import check_userid
from commands.verbs.signoff import Signoff
from pbm import protocol
from pbm.errors import NotAllowedError
from pbm.secret import Secret
from pbm.wording import counted

OPTIONS = {"help_option_names": ["--help"]}
DEFAULT_REASON = "a program that plays"

app = typer.Typer(
    name="robot",
    help="Add programs of others as players, list them, remove them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=OPTIONS,
)

GameOption = Annotated[str, typer.Option("--game", help="madknights or knightsduel")]
Exec = Annotated[str, typer.Option("--exec", metavar="CMD", help="the program and its words")]


@app.command("add", context_settings=OPTIONS)
def add(name: Userid, game: GameOption, command: Exec, reason: Reason = DEFAULT_REASON) -> None:
    """Make a program a player, whom everybody may challenge at its game.

    On each of its turns it is started anew by the protocol of "pbm help bots". A program that
    fails resigns, and says why. See PBM_BOT_USER before you run what strangers wrote.

    Example: pbm robot add nightmare --game madknights --exec "python3 nightmare.py"
    """
    kind, ready = protocol.find_game(game), read_command(command)
    with admin_act(reason) as act:
        check_userid(name)
        if act.work.players.taken(name):
            raise NotAllowedError(f'The userid "{name}" is taken, or was somebody\'s.')
        engine = EngineAccount(kind.name, ready)
        act.work.players.add_robot(name, engine.write(), act.context.now())
        act.record("robot add", name, engine.write())
        act.report = f"{name} plays {kind.title}: pbm {kind.name} challenge {name} ..."


@app.command("list", context_settings=OPTIONS)
def list_robots(as_json: AsJson = False) -> None:
    """List the programs that are players.

    Example: pbm robot list
    """
    with read_only() as (work, _):
        kept = [(facts.player.userid, facts.player) for facts in work.overview.players()]
    found = [
        (userid, engine)
        for userid, player in kept
        if not player.gone and (engine := EngineAccount.read(player.robot))
    ]
    if as_json:
        rows = [{"userid": u, "game": e.game, "command": list(e.command)} for u, e in found]
        print_json({"robots": rows})
        return
    shown = [(userid, engine.game, shlex.join(engine.command)) for userid, engine in found]
    print_table(counted(len(found), "robot"), ("userid", "game", "program"), shown)


@app.command("remove", context_settings=OPTIONS)
def remove(name: Userid, reason: Reason = DEFAULT_REASON) -> None:
    """End a program's account: its running games are forfeited, its records stay.

    Example: pbm robot remove nightmare --reason "its author asked for it"
    """
    with admin_act(reason) as act:
        player = act.context.player(name)
        if EngineAccount.read(player.robot) is None or player.gone:
            raise NotAllowedError(f'{player.userid} is no program. "pbm robot list" names them.')
        response = Signoff(player.userid, Secret("-")).run(act.context)
        act.notifications += response.notifications
        act.record("robot remove", player.userid, "signed off")
        act.report = f"{player.userid} has signed off."
