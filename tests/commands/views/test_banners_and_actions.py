"""The face of an email in each view: what happened first, then one button, the rest last."""

import re
from urllib.parse import unquote

import pytest

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import CODE_PLACEHOLDER, Table, TextMessage, dump, load
from commands.views.html.document import Envelope, html
from commands.views.reply_target import NOWHERE, ReplyTarget
from commands.views.text import rendering
from commands.views.text.rendering import mail_text
from tests.support.html_reader import HtmlPage
from tests.support.site import NOON

JOIN = Action(label="Join", reply="yes", limits="within 3 days")
LEAVE = Action(label="Leave", line="tournament spring leave ben -")
STOP = Action(label="Stop these emails", line="change tournaments ben - off")
SHOW = Table(title="Table", head=("", "Name"), rows=(("1", "ben"),))
SERVER = ReplyTarget("pbm@example.net")


def message(form="", **face):
    """Returns a message about a round."""
    shown = Face(banner="Round 2 of Spring has started.", lead="You play cleo.", **face)
    return TextMessage(subject="S", text="The body.", tables=(SHOW,), face=shown, form=form)


def text(content):
    """Returns the text of an email."""
    return mail_text(content, lambda _: NOWHERE)


def page(content, target=SERVER):
    """Returns the HTML of an email."""
    return HtmlPage(html(content, Envelope(lambda _: target, NOON, "pbm@example.net")))


def test_text_has_banner_action_body_and_other_actions_in_this_order():
    """A single command follows its purpose."""
    assert text(message(primary=JOIN, quiet=(LEAVE,))) == (
        "Round 2 of Spring has started.\n\nYou play cleo.\n\n"
        'To join, reply "yes" within 3 days.\n\nThe body.\n\nTable\n\n   Name\n1  ben\n\n'
        "To leave, send:\n  tournament spring leave ben -"
    )


def test_several_commands_are_a_list():
    """Each has its purpose next to it, or below it if the lines would be too long."""
    assert text(message(quiet=(LEAVE, STOP))).endswith(
        'You can send (keep the "-" in place of a password):\n\n'
        "  tournament spring leave ben -  leave\n"
        "  change tournaments ben - off   stop these emails"
    )
    long = Action(label="Leave", line=f"tournament {'x' * 60} leave ben -")
    assert text(message(quiet=(long, STOP))).endswith(
        f"  {long.line}\n      leave\n  {STOP.line}\n      stop these emails"
    )


def test_the_shell_types_commands():
    """Nobody sends an email from there."""
    assert rendering.text(message(primary=LEAVE)).count("To leave, type:\n") == 1


def test_listeners_get_sentences():
    """Neither a list of commands nor a table."""
    spoken = text(message("spoken", quiet=(LEAVE, STOP)))
    assert "To leave, send:\n  tournament spring leave ben -\n\nTo stop these emails," in spoken
    assert "1. ben" in spoken


def test_html_has_one_prominent_button():
    """It says what it does; the command is only in the hint and the link."""
    shown = page(message(primary=LEAVE, quiet=(STOP,)))
    buttons = re.findall(
        r'<td bgcolor="#1a56c4" style="padding:11px 23px.*?>([^<>]+)</a>', shown.source
    )
    assert buttons == ["Leave"]
    assert [unquote(link) for link in shown.links] == [
        f"mailto:pbm@example.net?subject={action.line}&body=" for action in (LEAVE, STOP)
    ]
    assert "Or send: tournament spring leave ben -" in shown.source


def test_a_reply_without_address_is_no_button():
    """The text still says what to reply."""
    shown = page(message(primary=JOIN), NOWHERE)
    assert not shown.links
    assert "Or reply &#34;yes&#34; within 3 days." in shown.source


def test_good_news_are_green():
    """The banner has the color of a won game."""
    assert "#1b6e2d" in page(message(good=True)).source
    assert "#1b6e2d" not in page(message()).source


@pytest.mark.parametrize("form", ["", "spoken"])
def test_names_are_escaped(form):
    """A banner or lead can contain the name of anything."""
    face = Face(banner="<b>1</b>", lead="<i>2</i>", primary=LEAVE, quiet=(STOP,))
    shown = page(TextMessage(subject="S", text="", face=face, form=form))
    assert "<b>1" not in shown.source
    assert "<i>2" not in shown.source


def test_codes_are_put_into_faces():
    """And the content is the same after it was stored."""
    reset = Action(label="Set a new password", line=f"reset ben {CODE_PLACEHOLDER} NEW")
    content = message(primary=reset)
    assert load(dump(content)) == content
    assert "reset ben 123 NEW" in text(content.with_code("123"))
