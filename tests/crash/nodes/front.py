"""Other people's servers between the nodes, their players and their database."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.support.pgbouncer import pgbouncer
from tests.support.postfix import free_port, postfix

NODES = 3


@dataclass(frozen=True)
class Front:
    """The doors for mail, and the way to the database."""

    lmtp_ports: tuple
    """The ports of the nodes; 0 for any."""
    doors: Callable
    """Returns the doors of these nodes: functions that return a protocol, and a port or 0."""
    is_empty: Callable = lambda: True
    """Returns True if no mail waits before the nodes."""
    database_url: str = ""
    """The URL of the database for nodes, if it is another one."""


def open_front(stack, database, *, with_postfix, with_pgbouncer):
    """Starts what is wanted until the stack ends."""
    url = stack.enter_context(pgbouncer(database)) if with_pgbouncer else ""
    if not with_postfix:
        return Front((0,) * NODES, _doors_of_nodes, database_url=url)
    ports = tuple(free_port() for _ in range(NODES))
    running = stack.enter_context(postfix(_balanced(ports)))
    return Front(ports, lambda _: [lambda: ("smtp", running.port)], running.is_empty, url)


def _doors_of_nodes(nodes):
    return [
        lambda node=node, protocol=protocol: (protocol, node.port(protocol))
        for node in nodes
        for protocol in ("smtp", "lmtp")
    ]


def _balanced(ports):
    """Returns `transport_maps` that draw a node for each mail, and then try the others."""
    names = [f"node{number}" for number in range(len(ports))]
    hosts = [", ".join(f"127.0.0.1:{port}" for port in _rotated(ports, n)) for n in range(NODES)]
    tries = (f"{{{name} = lmtp:inet:{host}}}" for name, host in zip(names, hosts, strict=True))
    found = "inline:{{example.net = pbm}}"
    return f"pipemap:{{{found}, randmap:{{{', '.join(names)}}}, inline:{{{', '.join(tries)}}}}}"


def _rotated(ports, number):
    return (*ports[number:], *ports[:number])
