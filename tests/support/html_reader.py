"""HTML parts, read as a mail program reads them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

from commands.views.html import document
from tests.support.site import NOON
from tests.support.snapshots import REPLY_TO


@dataclass
class HtmlPage(HTMLParser):
    """The contents of a page: tables of cells, links, and the text."""

    source: str
    tables: list = field(default_factory=list)
    links: list = field(default_factory=list)
    tags: set = field(default_factory=set)
    text: str = ""
    cell: list | None = None
    """The cell that is being read."""

    def __post_init__(self):
        super().__init__()
        self.feed(self.source)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.cell = [tag, dict(attributes), ""]
            self.tables[-1][-1].append(self.cell)
        elif tag == "a":
            self.links.append(dict(attributes)["href"])
            if self.cell:
                self.cell[1]["href"] = self.links[-1]

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, data):
        self.text += data
        if self.cell:
            self.cell[2] += data

    @property
    def shown(self):
        """The text without that of the head."""
        return self.text.rpartition("}\n")[2]

    @property
    def bodies(self):
        return [
            parse_qs(urlsplit(link).query, keep_blank_values=True)["body"][0] for link in self.links
        ]

    @property
    def boards(self):
        return [table for table in self.tables if "height" in table[-1][0][1]]


def html_page(said, reply_to=REPLY_TO):
    return HtmlPage(document.html(said, document.Envelope(lambda _: reply_to, NOON)))
