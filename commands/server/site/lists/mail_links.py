"""Links that open an email to the server, which the reader completes and sends."""

from commands.context.robots import NAMED_ROBOTS
from commands.server.site.page_data import Site
from commands.views.html.links import Link, mailto
from commands.views.reply_target import ReplyTarget
from pbm.games import AnyGame
from pbm.wording import listing

NEWCOMER = """\
(In the subject, replace USERID and PASSWORD with your own userid and password,\r
and send this email. Then reply "yes" to our answer.)"""
YOU, OPPONENT = "USERID", "OPPONENT"
"""Placeholders that the reader must replace with userids before the server accepts the command."""
ROBOTS = [*NAMED_ROBOTS][1:]
"""The robots that newcomers are invited to play against."""


def join_link(site: Site) -> Link:
    """Returns the link to register by email."""
    return mail_link(site, "Sign up by email", f"signup {YOU} PASSWORD", NEWCOMER)


def help_link(site: Site) -> Link:
    """Returns the link to request the overview of the server's help."""
    return mail_link(site, "Get help by email", "help", quiet=True)


def robot_link(site: Site, game: AnyGame) -> Link:
    """Returns the link to start a game against robots."""
    robots = ROBOTS[: len(game.seats) - 1]
    return challenge_link(site, game, f"Play against {listing(robots)}", robots)


def challenge_link(
    site: Site, game: AnyGame, words: str, opponents: list[str], *, quiet: bool = False
) -> Link:
    """Returns the link to start a game. The reader must name the remaining opponents."""
    missing = [OPPONENT] * (len(game.seats) - 1 - len(opponents))
    subject = f"{game.name} challenge {' '.join([YOU, *opponents, *missing])}"
    return mail_link(site, words, subject, quiet=quiet)


def tournament_link(site: Site, name: str, *, joins: bool) -> Link:
    """Returns the link to join a tournament, or a less prominent one to request its table."""
    if joins:
        return mail_link(site, "Join by email", f"tournament {name} join {YOU} -")
    return mail_link(site, "Email me the standings", f"tournament {name}", quiet=True)


def mail_link(site: Site, words: str, subject: str, body: str = "", *, quiet: bool = False) -> Link:
    return Link(words, mailto(ReplyTarget(site.address), subject, body), quiet=quiet)
