"""What the tests of a process share about games: which are installed, and those that are loaded."""

import sys
from functools import cache

from pbm import games


def hasten_games():
    """Has this process serve other games faster: nothing that tests see differs."""
    find, load, usual_path = games.installed_offers, games.make_catalogue, [*sys.path]

    @cache
    def offers(folder, package):
        return tuple(find(folder, package))

    @cache
    def catalogue(found, choice):
        return load(found, choice)

    def find_once(folder, package):
        if sys.path != usual_path:  # a test installs packages
            return find(folder, package)
        return [*offers(tuple(folder), package)]

    def load_once(found, choice, stuck=frozenset()):
        if sys.path != usual_path or games.tried or stuck:
            return load(found, choice, stuck)
        return catalogue(tuple(found), choice)

    games.installed_offers, games.make_catalogue = find_once, load_once
