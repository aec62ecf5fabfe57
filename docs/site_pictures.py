"""Makes the pictures of the site in `docs/site`: a page of each kind, on a wide screen and a phone.

    python -m docs.site_pictures

Plays on a server without sockets, makes its site, and has Chromium open a page of each kind: light
on a wide screen, dark on a phone.
"""  # noqa: INP001 - a script beside the pages that use it

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.browser import DESKTOP, PHONE, chromium, window
from tests.support.sample_site import kind_of, play_samples
from tests.support.site import Site
from tests.support.site_pages import SitePages

PICTURES = Path(__file__).parent / "site"
SCREENS = {"wide": (DESKTOP, "light"), "phone": (PHONE, "dark")}
HEIGHT = 1200
"""The most of a page that is shown, in pixels."""
QUALITY = 75


def main() -> None:
    """Writes the pictures."""
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        pages = _made(Path(folder))
        kinds = {kind_of(path): path for path in reversed(pages.files()) if path.endswith("html")}
        with chromium() as browser:
            for screen, (width, scheme) in SCREENS.items():
                with window(browser, f"{pages.path.as_uri()}/", width=width, scheme=scheme) as view:
                    for kind, path in kinds.items():
                        view.open(path)
                        _draw(view.page, PICTURES / f"{_name(kind)}-{screen}.jpg", width)


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
