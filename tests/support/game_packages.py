"""Packages with games, made by tests and found as installed ones are."""

import importlib
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path

from pbm import games
from tests.support.paths import TESTS

LARGE_GAMES = TESTS / "support" / "large_games.py"
CLOBBER = TESTS / "packages" / "pbm-clobber" / "pbm_clobber.py"


def changed_clobber(more: str) -> str:
    """Returns the source of the example with this at the end of its class, in place of the same."""
    head, end, tail = CLOBBER.read_text(encoding="utf-8").partition("\n\ndef _name")
    return f"{head}\n    {more}\n{end}{tail}"


def make_wheel(project: Path, folder: Path) -> Path:
    """Returns a wheel of a package of modules, as its pyproject.toml describes it.

    pip installs one wherever no network is, and no program that builds it.
    """
    described = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    about, modules = described["project"], described["tool"]["setuptools"]["py-modules"]
    name = about["name"].replace("-", "_")
    info = f"{name}-{about['version']}.dist-info"
    groups = about["entry-points"].items()
    entries = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
        for group, points in groups
    ]
    files = {
        **{f"{module}.py": (project / f"{module}.py").read_text() for module in modules},
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {about['name']}\n"
        f"Version: {about['version']}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "\n".join(entries),
    }
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in (*files, f"{info}/RECORD"))
    wheel = folder / f"{name}-{about['version']}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for file, content in files.items():
            packed.writestr(file, content)
    return wheel


class GamePackages:
    """A folder on the path, into which packages are put, and from which they are taken away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._modules: set[str] = set()

    def install(self, package: str, source: str, version: str = "1.0", **entries: str) -> None:
        """Puts a package there, whose only module has this source; `entries`: name and class."""
        module = package.replace("-", "_")
        (self.folder / f"{module}.py").write_text(source, encoding="utf-8")
        info = self.folder / f"{module}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {package}\nVersion: {version}\n", encoding="utf-8")
        lines = [f"{name} = {module}:{kind}" for name, kind in entries.items()]
        text = "\n".join(["[pbm.games]", *lines, ""])
        (info / "entry_points.txt").write_text(text, encoding="utf-8")
        self._modules.add(module)
        self.forget()

    def install_clobber(self, more: str = "") -> None:
        """Puts the example of the documentation there; `more`: see `changed_clobber`."""
        self.install("pbm-clobber", changed_clobber(more), clobber="Clobber")

    def uninstall(self, package: str) -> None:
        """Takes a package away."""
        module = package.replace("-", "_")
        (self.folder / f"{module}.py").unlink()
        shutil.rmtree(next(self.folder.glob(f"{module}-*.dist-info")))
        self.forget()

    def forget(self) -> None:
        """Lets the games be looked for again, as in a process that starts."""
        for module in self._modules:
            sys.modules.pop(module, None)
        importlib.invalidate_caches()
        games.tried.clear()
        games.forget()
