"""The front page and the menu with games of several families."""

import re

from pbm import games
from tests.support.site_pages import SitePages

LINK = re.compile(r'href="([a-z]+)/index.html"')


def test_games_are_grouped(packages, site, tmp_path):
    """The menu is in alphabetical order. On the front page, the most played come first."""
    packages.install_clobber('family = "Stones"')
    games.choose("clobber,trailblazer,knightpanic")
    site.sign_up("alice", "bob")
    site.say("clobber challenge alice bob", admin=True)
    pages = SitePages(site, tmp_path)
    pages.make()
    assert not pages.errors()
    menu, _, main = pages.files()["index.html"].decode().partition("</nav>")
    assert "<summary>Games</summary>" in menu
    assert LINK.findall(menu) == ["knightpanic", "trailblazer", "clobber"]
    cards = main.partition('id="games"')[2].partition('id="join"')[0]
    assert re.findall("<h3>(.*)</h3>", cards) == ["Stones", "Knights"]
    assert LINK.findall(cards) == ["clobber", "knightpanic", "trailblazer"]
    rules = pages.files()["clobber/rules.html"].decode()
    assert re.findall('aria-current="true">(.*)</a>', rules) == ["Clobber"]
