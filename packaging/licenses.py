"""Copies the licenses of installed packages into a folder, with a list of them.

usage: python licenses.py REQUIREMENTS FOLDER
"""

import csv
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

FROM_THEIR_FILES = {"imapclient": "BSD-3-Clause", "resvg-py": "MIT"}
"""Licenses that packages name only in their license files."""
LICENCE_FILE = re.compile("licen[cs]e|copying|notice", re.IGNORECASE)
MAX_NAME = 100
"""Longer metadata is the text of a license."""


def main(requirements: Path, folder: Path) -> None:
    """Writes `licenses.tsv` and the license files; exits if a package names no license."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "licenses.tsv").open("w") as file:
        table = csv.writer(file, delimiter="\t")
        for package in installed(requirements):
            license = license_of(package)
            if not license:
                sys.exit(f"{package.name} {package.version} names no license")
            table.writerow([package.name, package.version, license])
            copy_files(package, folder / normal_name(package))


def installed(requirements: Path) -> Iterator[Distribution]:
    """Yields the packages of a requirements file, without those for other platforms."""
    for name in re.findall(r"^[\w.-]+", requirements.read_text(), re.MULTILINE):
        with suppress(PackageNotFoundError):
            yield distribution(name)


def normal_name(package: Distribution) -> str:
    """Returns the name by which installers know it."""
    return re.sub(r"[-_.]+", "-", package.name).lower()


def license_of(package: Distribution) -> str:
    """Returns the name of its license, or an empty string."""
    found = package.metadata
    classifiers = [text.split(" :: ") for text in found.get_all("Classifier", ())]
    names = [parts[-1] for parts in classifiers if parts[0] == "License"]
    stated = [found.get("License-Expression"), ", ".join(names), found.get("License")]
    stated = [name for name in stated if name and len(name) < MAX_NAME]
    return next(iter(stated), FROM_THEIR_FILES.get(normal_name(package), ""))


def copy_files(package: Distribution, folder: Path) -> None:
    """Copies its license files, with the folders that they are in."""
    for file in package.files or ():
        # Older pips list files of packages without a wheel at places where they aren't.
        source = Path(file.locate())
        is_text = file.suffix not in (".py", ".pyc")
        if LICENCE_FILE.search(file.name) and is_text and source.is_file():
            target = folder / Path(*[part for part in file.parts if part != ".."])
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
