"""Programs as players: `pbm robot add`, `list` and `remove`."""

import shlex
from typing import Annotated

import typer

from commands.cli.admin.act import acting, looking
from commands.cli.arguments import AsJson, Reason, Userid
from commands.cli.terminal import say_json, show
from commands.engines.account import External
from commands.engines.command_line import read_command
from commands.language.userids import check_userid
from commands.verbs.signoff import Signoff
from pbm import protocol
from pbm.errors import NotAllowed
from pbm.secret import Secret
from pbm.wording import counted

OPTIONS = {"help_option_names": ["--help"]}
USUAL_REASON = "a program that plays"

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
def add(name: Userid, game: GameOption, command: Exec, reason: Reason = USUAL_REASON) -> None:
    """Make a program a player, whom everybody may challenge at its game.

    On each of its turns it is started anew by the protocol of "pbm help bots". A program that
    fails resigns, and says why. See PBM_BOT_USER before you run what strangers wrote.

    Example: pbm robot add nightmare --game madknights --exec "python3 nightmare.py"
    """
    kind, ready = protocol.spoken(game), read_command(command)
    with acting(reason) as hand:
        check_userid(name)
        if hand.work.players.taken(name):
            raise NotAllowed(f'The userid "{name}" is taken, or was somebody\'s.')
        external = External(kind.name, ready)
        hand.work.players.add_robot(name, external.write(), hand.session.now())
        hand.keep("robot add", name, external.write())
        hand.said = f"{name} plays {kind.title}: pbm {kind.name} challenge {name} ..."


@app.command("list", context_settings=OPTIONS)
def list_robots(as_json: AsJson = False) -> None:
    """List the programs that are players.

    Example: pbm robot list
    """
    with looking() as (work, _):
        kept = [(facts.player.userid, facts.player) for facts in work.overview.players()]
    found = [
        (userid, external)
        for userid, player in kept
        if not player.gone and (external := External.read(player.robot))
    ]
    if as_json:
        rows = [{"userid": u, "game": e.game, "command": list(e.command)} for u, e in found]
        say_json({"robots": rows})
        return
    shown = [(userid, external.game, shlex.join(external.command)) for userid, external in found]
    show(counted(len(found), "robot"), ("userid", "game", "program"), shown)


@app.command("remove", context_settings=OPTIONS)
def remove(name: Userid, reason: Reason = USUAL_REASON) -> None:
    """End a program's account: its running games are forfeited, its records stay.

    Example: pbm robot remove nightmare --reason "its author asked for it"
    """
    with acting(reason) as hand:
        player = hand.session.player(name)
        if External.read(player.robot) is None or player.gone:
            raise NotAllowed(f'{player.userid} is no program. "pbm robot list" names them.')
        answer = Signoff(player.userid, Secret("-")).run(hand.session)
        hand.notices += answer.notices
        hand.keep("robot remove", player.userid, "signed off")
        hand.said = f"{player.userid} has signed off."
