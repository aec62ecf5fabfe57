"""Makes pictures of the site: the README's, or those of each kind of page, to be looked at.

    python -m docs.site_pictures [FOLDER]

Plays on a server without sockets, makes its site, and has Chromium open a page of each kind: light
on a wide screen, dark on a phone.
"""  # noqa: INP001 - a script beside the pages that use it

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.browser import DESKTOP, PHONE, chromium, window
from tests.support.sample_site import kind_of, play_samples
from tests.support.site import Site
from tests.support.site_pages import SitePages

HERE = Path(__file__).parent
SHOWN = "knightpanic-board-wide"
"""The picture that the README shows."""
SCREENS = {"wide": (DESKTOP, "light"), "phone": (PHONE, "dark")}
HEIGHT = 1200
"""The most of a page that is shown, in pixels."""
QUALITY = 75


def main() -> None:
    """Writes all pictures into the folder that is named, or the README's beside this file."""
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    pictures.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        pages = _made(Path(folder))
        kinds = {kind_of(path): path for path in reversed(pages.files()) if path.endswith("html")}
        with chromium() as browser:
            for screen, (width, scheme) in SCREENS.items():
                with window(browser, f"{pages.path.as_uri()}/", width=width, scheme=scheme) as view:
                    for kind, path in kinds.items():
                        name = f"{_name(kind)}-{screen}"
                        if pictures != HERE or name == SHOWN:
                            view.open(path)
                            _draw(view.page, pictures / f"{name}.jpg", width)


def _made(folder: Path) -> SitePages:
    site = Site(f"sqlite:///{folder / 'pbm.db'}", address="pbm@games.example.org")
    try:
        play_samples(site)
        pages = SitePages(site, folder)
        pages.make()
    finally:
        site.database.close()
    return pages


def _name(kind: str) -> str:
    """Returns a name such as `knightpanic-board` or `game-standings` for a kind of page."""
    words = kind.removesuffix(".html").lower().replace("n-n", "part").split("/")
    return "-".join("board" if word == "n" else word for word in words)


def _draw(page: object, picture: Path, width: int) -> None:
    height = page.evaluate("document.documentElement.scrollHeight")  # type: ignore[attr-defined]
    clip = {"x": 0, "y": 0, "width": width, "height": min(height, HEIGHT)}
    page.screenshot(path=picture, full_page=True, clip=clip, quality=QUALITY)  # type: ignore[attr-defined]
    print(f"{picture.name}: {picture.stat().st_size} bytes")  # noqa: T201 - for whoever runs it


if __name__ == "__main__":
    main()
