"""Renders a text message as HTML: its title or face, its tables, and its buttons."""

import re
from dataclasses import replace

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.views.html.headline import WON, YOUR_TURN
from commands.views.html.links import Link, action_links, answer_links
from commands.views.html.page import render
from commands.views.html.prose import Block, blocks, table_blocks
from commands.views.reply_target import ReplyTarget
from commands.views.text.banners_and_actions import reply_words
from commands.views.text.rendering import NOT_DONE, NOT_SENT, TOURNAMENT_PAGE


def text_message(
    content: TextMessage, text: str, reply_to: ReplyTarget, address: str, level: int
) -> str:
    """Returns the HTML of a text message.

    `text`: the part of its text that is shown.
    `address`: the server's address, for links that open a new email.
    `level`: the level of the heading.
    """
    tables = [block for table in content.tables for block in table_blocks(table)]
    text_blocks = [*(blocks(text) if text else []), *tables]
    buttons = action_links(content.suggestions, content, reply_to, address)
    links = dict(zip((each.line for each in content.suggestions), buttons, strict=False))
    typed = {line for block in text_blocks for line in block.typed()}
    further_links = [link for line, link in links.items() if line not in typed]
    page = [Link(TOURNAMENT_PAGE, content.page, quiet=True)] if content.page else []
    if content.face:
        asked = answer_links(content, reply_to) if content.asks else []
        quiet = action_links(content.face.quiet, content, reply_to, address)
        return render(
            "face",
            level=level,
            blocks=text_blocks,
            links=links,
            buttons=[*asked, *further_links],
            quiet=[*page, *quiet],
            **_first_parts(content, content.face, reply_to, address),
        )
    title = (NOT_SENT if content.asks else NOT_DONE) if content.refusal else content.subject
    return render(
        "message",
        title=title,
        level=level,
        blocks=text_blocks[_repeats(title, text_blocks[0]) :],
        links=links,
        refusal=content.refusal,
        buttons=[*answer_links(content, reply_to), *further_links, *page],
    )


def _first_parts(
    content: TextMessage, face: Face, reply_to: ReplyTarget, address: str
) -> dict[str, object]:
    """Returns the parts of a face above the text."""
    primary = action_links(filter(None, [face.primary]), content, reply_to, address)
    return {
        "banner": face.banner,
        "colour": WON if face.good else YOUR_TURN,
        "lead": blocks(face.lead) if face.lead else [],
        "primary": [replace(link, quiet=False) for link in primary],
        "hint": _hint(face.primary) if face.primary else "",
    }


def _hint(action: Action) -> str:
    """Returns what to do if the button doesn't open an email."""
    return f"Or send: {action.line}" if action.line else f"Or {reply_words(action)}."


def _repeats(title: str, first: Block) -> bool:
    """Whether a paragraph consists of the same words as the title."""
    return re.findall(r"\w+", first.text) == re.findall(r"\w+", title)
