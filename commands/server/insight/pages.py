"""The pages of the metrics process as a WSGI application."""

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, make_wsgi_app

from commands.server.insight.exposition import PbmCollector
from commands.server.insight.health_pages import HealthPage, livez, readyz
from commands.server.insight.state import ServerState

TEXT = (("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"))
METHODS = ("GET", "HEAD")

App = Callable[[dict[str, str], Callable[..., object]], Iterable[bytes]]


def make_pages(state: ServerState) -> App:
    """Returns the application: /metrics, /livez and /readyz, by GET and HEAD alone."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(PbmCollector(state))
    metrics: App = make_wsgi_app(registry)
    health = {"/livez": livez, "/readyz": readyz}

    def pages(environ: dict[str, str], start: Callable[..., object]) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        if method not in METHODS:
            start("405 Method Not Allowed", [*TEXT, ("Allow", ", ".join(METHODS))])
            return [b"Only GET and HEAD are answered.\n"]
        if path == "/metrics":
            found = metrics({**environ, "REQUEST_METHOD": "GET", "QUERY_STRING": ""}, start)
        elif path in health:
            found = _health(health[path](state), start)
        else:
            start("404 Not Found", list(TEXT))
            found = [b"There are /metrics, /livez and /readyz.\n"]
        return found if method == "GET" else []

    return pages


def _health(page: HealthPage, start: Callable[..., object]) -> Iterable[bytes]:
    start("200 OK" if page.ok else "503 Service Unavailable", list(TEXT))
    return [page.text.encode()]
