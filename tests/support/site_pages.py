"""The pages of a server without sockets, in a folder of their own."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from commands.server.site.page_data import Site as Facts
from commands.server.site.updating.folder import MARK
from commands.server.site.updating.making import PageMaker
from commands.server.site.updating.site_ownership import open_site
from commands.server.site.updating.state import SiteState
from commands.server.site.updating.state_file import state_file
from commands.server.site.updating.updater import Outcome, SiteUpdater
from tests.support.site import Site


class SitePages:
    """The pages of one site, made as `pbm site` and the server make them."""

    def __init__(self, site: Site, folder: Path, *, url: str = "") -> None:
        self.site, self.url = site, url
        self.path = folder / "pages"
        self.data = folder / "state"

    def make(self) -> Outcome:
        """Compares all, and makes what is due, as `pbm site` does."""
        with self.updater() as updater:
            return updater.make_all()

    def follow(self) -> Outcome:
        """Makes what has changed since the last time, as a running server does."""
        with self.updater() as updater:
            with self.site.database.snapshot() as work:
                updater.compare_changed(work)
            return updater.make([*updater.state.due()])

    def files(self) -> dict[str, bytes]:
        """Returns the content of all files, by path, without the folder's mark; decompressed."""
        return {
            str(path.relative_to(self.path)): (
                gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            )
            for path in sorted(self.path.rglob("*"))
            if path.is_file() and path.name != MARK
        }

    def errors(self) -> dict[str, str]:
        """Returns the errors of pages that couldn't be made, by subject."""
        with self.updater() as updater:
            return {str(subject): text for subject, text in updater.state.failed().items()}

    @contextmanager
    def updater(self) -> Iterator[SiteUpdater]:
        """Yields what finds and makes what is due."""
        database, services = self.site.database, self.site.services
        with database.snapshot() as work:
            name = work.identity.last_commit.database
        file = state_file(self.data, self.path)
        with open_site(self.path, name) as folder:
            state = SiteState(file)
            try:
                yield SiteUpdater(PageMaker(database, folder, self._facts, services.signer), state)
            finally:
                state.close()

    def _facts(self) -> Facts:
        services = self.site.services
        return Facts(services.site, self.url, services.signer.public())
