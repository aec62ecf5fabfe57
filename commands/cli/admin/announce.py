"""Implements `pbm admin announce`, which emails a text to all players."""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from commands.cli.admin.admin_actions import admin_act, read_only
from commands.cli.arguments import known_games
from commands.cli.terminal import print_blank, print_line
from commands.content.banners_and_actions import Face
from commands.content.messages import TextMessage
from commands.content.response import Notification
from commands.context.context import Context
from commands.verbs.broadcast import broadcast_readers, opt_out
from commands.views.reply_target import NOWHERE
from commands.views.text.rendering import mail_text
from pbm import games
from pbm.errors import NotAllowedError, UsageError
from pbm.wording import counted
from storage.boards.public.listings import ANNOUNCED, WITHDRAWN

MAX_LENGTH = 4_000

Text = Annotated[
    str, typer.Argument(metavar="TEXT", help="text to send, or - to read it from standard input")
]
OneGame = Annotated[
    str | None,
    typer.Option(
        metavar="GAME",
        help="send only to people who have played this game",
        autocompletion=known_games,
    ),
]
Running = Annotated[
    bool, typer.Option("--running", help="send only to people with games in progress")
]
Yes = Annotated[bool, typer.Option("--yes", help="send without asking for confirmation")]
Withdraw = Annotated[
    bool,
    typer.Option(
        "--withdraw", help="remove the announcement from the front page, and send nothing"
    ),
]


def announce(
    text: Text = "",
    *,
    game: OneGame = None,
    running: Running = False,
    yes: Yes = False,
    withdraw: Withdraw = False,
) -> None:
    """Email all players, and show the text on the front page.

    First, pbm shows you the email and the number of recipients. It sends one email to each address,
    except to players who are banned or have opted out, and to addresses whose mail bounces. The
    front page shows the latest announcement for 30 days, or until you remove it with --withdraw.

    Example: pbm admin announce "The server moves on Sunday: no mail from 8 to 10 UTC."
    """
    if bool(text) == withdraw:
        raise UsageError("Give either TEXT or --withdraw.")
    if withdraw:
        with admin_act("removed from the front page") as act:
            act.record(WITHDRAWN, "site", "withdrawn")
            act.report = "The announcement is no longer on the front page."
        return
    game_name = games.find(game).name if game else ""
    typed = sys.stdin.read() if text == "-" else text
    text = "".join(each for each in typed if each.isprintable() or each == "\n").strip()
    if not 0 < len(text) <= MAX_LENGTH:
        raise UsageError(f"The announcement must be 1 to {MAX_LENGTH} characters long.")
    with read_only() as (_, context):
        _preview([*_notifications(context, text, game_name, running=running)])
    if not yes and not sys.stdin.isatty():
        raise NotAllowedError("Nothing was sent. To send this email, add --yes.")
    if not yes:
        typer.confirm("Send this email?", abort=True)
    with admin_act("announced") as act:
        act.notifications += _notifications(act.context, text, game_name, running=running)
        sent = counted(len(act.notifications), "email")
        act.reason = text
        act.record(ANNOUNCED, game_name or "everybody", sent)
        act.report = f"Sent {sent}. The text is also on the front page."


def _notifications(
    context: Context, text: str, game: str, *, running: bool
) -> Iterator[Notification]:
    """Yields one notification for each address that gets the announcement."""
    work, addressed = context.work, set[str]()
    chosen = work.overview.seated(game, running=running) if game or running else None
    readers = [
        player
        for player in broadcast_readers(context)
        if not player.banned and (chosen is None or player.id in chosen)
    ]
    suppressed = work.bounces.suppressed([each for player in readers for each in player.addresses])
    subject = f"News from the admin of {context.site.rpartition('@')[2]}"
    for player in readers:
        face = Face(banner=subject, lead=text, quiet=(opt_out(player),))
        content = TextMessage(subject=subject, text="", face=face, unsubscribe=(player.id, 0))
        for address in player.addresses:
            if address.lower() not in addressed | suppressed:
                addressed.add(address.lower())
                yield Notification((address,), content, immediate=True)


def _preview(mails: Sequence[Notification]) -> None:
    """Prints the email and the number of its recipients.

    Raises NotAllowedError if nobody would get the email.
    """
    if not mails:
        raise NotAllowedError("Nothing was sent, because this email has no recipients.")
    content = mails[0].content
    assert isinstance(content, TextMessage)  # noqa: S101 - made above
    print_line(f"Subject: {content.subject}")
    print_blank()
    for line in mail_text(content, lambda _: NOWHERE).splitlines():
        print_line(line)
    print_blank()
    print_line(f"Recipients: {counted(len(mails), 'address', 'addresses')}.")
