"""Identify the program that makes the pages, because another version may make different ones."""

import hashlib
from collections.abc import Iterator
from dataclasses import astuple
from functools import cache
from pathlib import Path

import commands
import pbm
import storage
from commands.server.site.page_data import Site
from pbm.games import absent

_SUFFIXES = {".py", ".html", ".css", ".js", ".svg", ".tsv"}


def maker_of(site: Site) -> str:
    """Returns a digest of the program's files, and of the facts that all pages share.

    It includes the games that aren't served now, because their pages are different.
    """
    facts = f"{_program()} {sorted(absent())} {astuple(site)}"
    return hashlib.sha256(facts.encode()).hexdigest()[:32]


@cache
def _program() -> str:
    """Returns a digest of the program's files at the time of the first call."""
    digest = hashlib.sha256()
    for path in _files():
        digest.update(f"{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    for package in (pbm, storage, commands):
        root = Path(package.__path__[0])
        yield from (path for path in sorted(root.rglob("*")) if path.suffix in _SUFFIXES)
