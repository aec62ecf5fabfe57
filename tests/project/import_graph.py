"""Counts what the import contracts refuse: python -m tests.project.import_graph.

Prints the upward arrows between rooms, the cycles between files, and the files directly in
`commands`.
"""

import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

from tests.support.paths import ROOT

PACKAGES = ("pbm", "commands", "mail", "storage")


def main() -> None:
    """Prints the three counts."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    arrows, cycle = upward_arrows(graph), first_cycle(graph)
    print(f"upward arrows between rooms: {len(arrows)}", *arrows, sep="\n  ")
    print(f"cycles between files: {len(cycle) and 1}", *cycle, sep="\n  ")
    print(f"files directly in commands: {len(files_in_commands())}")


def upward_arrows(graph: grimp.ImportGraph) -> list[str]:
    """Returns the imports of a room from one that doesn't stand below it."""
    all_layers = _layers()
    return [
        f"{importer} -> {imported}"
        for importer in sorted(graph.modules)
        for imported in sorted(graph.find_modules_directly_imported_by(importer))
        for layers in all_layers
        if _is_upward(layers, importer, imported)
    ]


def first_cycle(graph: grimp.ImportGraph) -> list[str]:
    """Returns the files of a cycle of imports; empty if there is none."""
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def files_in_commands() -> list[Path]:
    """Returns the modules that stand in no room of `commands`."""
    return sorted((ROOT / "commands").glob("*.py"))


def _layers() -> list[dict[str, int]]:
    """Returns the layer of each room, counted from the top, for each contract of layers."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = config["tool"]["importlinter"]["contracts"]
    return [
        {
            f"{container}.{room.strip()}".lstrip("."): number
            for container in contract.get("containers", [""])
            for number, layer in enumerate(contract["layers"])
            for room in layer.split("|")
        }
        for contract in contracts
        if contract["type"] == "layers"
    ]


def _is_upward(layers: dict[str, int], importer: str, imported: str) -> bool:
    above, below = _room(layers, importer), _room(layers, imported)
    if above is None or below is None or above == below:
        return False
    return layers[above] >= layers[below]


def _room(layers: dict[str, int], module: str) -> str | None:
    return next((room for room in layers if module == room or module.startswith(f"{room}.")), None)


if __name__ == "__main__":
    main()
