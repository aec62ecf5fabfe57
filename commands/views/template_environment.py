"""Makes the Jinja environment for the templates of emails and web pages."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def template_environment(folder: Path) -> Environment:
    """Returns a Jinja environment for the templates in a folder.

    It escapes all values that aren't markup.
    """
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
