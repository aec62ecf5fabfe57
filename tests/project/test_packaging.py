"""The files in `packaging`: tried by the tools that read them, where these are there."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from commands.cli.command_table import COMMANDS
from commands.outbound.delivery_worker import FINISH_SECONDS
from commands.server import background, delivery_process, mail_receiving, site_process
from commands.server.mailbox import process as mailbox_process
from commands.server.metrics import metrics_process
from commands.server.processes.child_process import KILL_SECONDS
from commands.server.smtp import process as smtp_process
from commands.server.supervision.open_file_limit import OWN_FILES
from commands.settings import NAME_A_FILE, Settings
from tests.support.paths import ROOT

PACKAGING = ROOT / "packaging"
UNIT = PACKAGING / "pbm.service"
ENGINES = PACKAGING / "pbm.service.d" / "engines.conf"
MAX_EXPOSURE = 2.0
WITH_ENGINES = 2.1
"""User namespaces, which engines need, count more than all else that could be taken away."""
SECONDS = {"s": 1, "min": 60, "h": 3600}
BUILD_SECONDS = 900
UNREACHED = ("no such host", "pinging container registry", "name resolution", "Could not find a")


def tool(name):
    """The path of a program; skips the test where it isn't installed."""
    return shutil.which(name) or pytest.skip(f"{name} isn't installed here")


def output(*command, **options):
    """The output of a command, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def directives():
    """The unit's directives by name, each with all its values."""
    found = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", UNIT.read_text(), re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def seconds(name):
    """A directive's time."""
    (number, unit) = re.fullmatch(r"(\d+)(\w+)", directives()[name][0]).groups()
    return int(number) * SECONDS[unit]


def test_the_server_has_time_to_stop():
    """The unit gives it longer than all parts of the server may take, one after the other."""
    receivers = (smtp_process, mailbox_process)
    others = background, delivery_process, site_process, metrics_process
    parts = (*receivers, *others)
    own = sum(part.STOP_SECONDS + KILL_SECONDS for part in parts)
    own += len(receivers) * mail_receiving.DRAIN_SECONDS
    assert seconds("TimeoutStopSec") > own + FINISH_SECONDS
    image = (PACKAGING / "Containerfile").read_text()
    assert "STOPSIGNAL SIGTERM" in image


def test_there_are_files_enough():
    """Far more than a server with the usual settings needs."""
    usual = Settings(lmtp="unix:x").max_connections
    assert int(directives()["LimitNOFILE"][0]) >= 10 * (OWN_FILES + 2 * usual)


def test_credentials_are_settings():
    """Those that the unit loads; all that name files, and the database with its password."""
    loaded = set(directives()["LoadCredential"])
    assert loaded == {f"pbm_{name}" for name in (*NAME_A_FILE, "database")}


def test_variables_are_settings_without_secrets():
    """In the unit and in the image, and what they run is there."""
    text = UNIT.read_text() + (PACKAGING / "Containerfile").read_text()
    named = set(re.findall(r"PBM_([A-Z_]+)=", text))
    assert named
    assert named <= {name.upper() for name in Settings.model_fields}
    assert not {"DATABASE", "TLS_KEY"} & named
    assert "serve" in COMMANDS
    assert 'CMD ["pbm", "healthcheck"]' in text
    assert "healthcheck" in COMMANDS


def in_unit(path):
    """A program's path in quotes, as systemd reads it."""
    signs = {"\\": "\\\\", '"': '\\"', "%": "%%"}
    return f'"{"".join(signs.get(sign, sign) for sign in path)}"'


def systemd_unit(folder, *, engines):
    """A folder with the unit, which runs a program that is there."""
    runnable = UNIT.read_text().replace("/usr/local/bin/pbm", in_unit(sys.executable))
    (folder / "pbm.service").write_text(runnable)
    if engines:
        (folder / "pbm.service.d").mkdir()
        shutil.copy(ENGINES, folder / "pbm.service.d")
    return folder / "pbm.service"


@pytest.mark.parametrize("engines", [False, True], ids=["alone", "engines"])
def test_systemd_takes_the_unit(engines, tmp_path):
    """`systemd-analyze verify` finds nothing, and `security` an exposure of 2.0 at most."""
    analyze, unit = tool("systemd-analyze"), systemd_unit(tmp_path, engines=engines)
    found = output(analyze, "verify", "--man=no", str(unit))
    assert not [line for line in found.splitlines() if "pbm" in line]
    threshold = round(10 * (WITH_ENGINES if engines else MAX_EXPOSURE))
    offline = ("--offline=true", "--no-pager", f"--threshold={threshold}")
    output(analyze, "security", *offline, str(unit))


def test_the_manual_page_is_shown():
    """`man` formats it without a warning, in 80 columns, and mandoc finds no fault."""
    page = PACKAGING / "pbm.1"
    shown = subprocess.run(
        [tool("man"), "--warnings", "-l", str(page)],
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        | {"MANWIDTH": "80", "MANPAGER": "cat", "MAN_DISABLE_SECCOMP": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stderr == ""
    lines = re.sub(".\b", "", shown.stdout).splitlines()
    assert max(map(len, lines)) <= 80
    heads = [line for line in lines if re.fullmatch("[A-Z ]+", line) and line[0] != " "]
    assert heads[:4] == ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS"]
    if mandoc := shutil.which("mandoc"):
        assert output(mandoc, "-T", "lint", "-W", "warning", str(page)) == ""


def test_the_container_has_the_licenses_of_what_it_bundles(tmp_path):
    """Each package names its license, and nearly all bring its text."""
    requirements, script = PACKAGING / "requirements.txt", PACKAGING / "licenses.py"
    output(sys.executable, str(script), str(requirements), str(tmp_path))
    rows = [line.split("\t") for line in (tmp_path / "licenses.tsv").read_text().splitlines()]
    licenses = {name.lower().replace("_", "-"): license for name, _, license in rows}
    assert "LGPL" in licenses["psycopg"] + licenses["psycopg-binary"]
    assert licenses["resvg-py"] == "MIT"
    without_text = {name for name in licenses if not (tmp_path / name.replace(".", "-")).exists()}
    assert without_text <= {"pyspf"}


def test_lists_of_versions_name_no_registry():
    """Neither the constraints nor the container's requirements; the latter all have hashes."""
    constraints = (ROOT / "constraints.txt").read_text()
    requirements = (PACKAGING / "requirements.txt").read_text()
    assert not re.search("://|--index|--find", constraints + requirements)
    starts = re.split(r"^(?=\w)", requirements, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in each for each in starts)
    pinned = {each.partition(" \\")[0] for each in starts}
    assert {each for each in pinned if not each.startswith("setuptools==")} <= {
        *constraints.splitlines()
    }


def test_dependencies_have_upper_bounds():
    """Except for those numbered by date, and one whose newest version is the safest."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]["postgresql"]
    unbounded = {
        each.partition(">")[0] for each in [*project["dependencies"], *extras] if "<" not in each
    }
    assert unbounded == {"argon2-cffi", "cryptography", "structlog", "tzdata"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built as pipx and uv build it."""
    folder = tmp_path_factory.mktemp("wheel")
    output(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT))
    (made,) = folder.glob("pbm-*.whl")
    return made


@pytest.mark.slow
def test_the_wheel_has_all_files(wheel):
    """Every module, page and table of the source, the manual page and the license; no test."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    rooms = ("commands", "mail", "pbm", "storage")
    kinds = (".py", ".html", ".tsv", ".typed")
    source = {
        str(path.relative_to(ROOT))
        for room in rooms
        for path in (ROOT / room).rglob("*")
        if path.suffix in kinds or path.name == "py.typed"
    }
    assert source <= names
    rest = {Path(name).name for name in names if name.split("/")[0] not in rooms}
    assert {"pbm.1", "LICENSE", "entry_points.txt"} <= rest
    assert not [name for name in names if name.startswith(("tests/", "docs/", "packaging/"))]


@pytest.mark.slow
def test_it_is_installed_as_a_command(wheel, tmp_path, monkeypatch):
    """It comes with its manual page, and plays its demo."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    tools = tmp_path / "tools"
    try:
        output(sys.executable, "-m", "pip", "install", "-q", "--target", str(tools), "uv")
    except AssertionError as error:
        if any(words in str(error) for words in UNREACHED):
            pytest.skip("no package registry from which to install uv")
        raise
    monkeypatch.setenv("UV_TOOL_BIN_DIR", str(tmp_path / "bin"))
    monkeypatch.setenv("UV_TOOL_DIR", str(tmp_path / "tool"))
    output(str(tools / "bin" / "uv"), "tool", "install", str(wheel), "--python", sys.executable)
    assert list(tmp_path.rglob("man1/pbm.1"))
    pbm = str(tmp_path / "bin" / "pbm")
    assert "alice" in output(pbm, "demo", cwd=tmp_path)
    assert "we have proved who wins" in output(pbm, "help", "trailblazer", cwd=tmp_path)


@pytest.mark.slow
def test_the_image_is_built():
    """The container file is built by podman, where the image that it begins with can be had."""
    build = (tool("podman"), "build", "--format", "docker", "--tag", "pbm-test")
    done = subprocess.run(
        [*build, "--file", str(PACKAGING / "Containerfile"), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
        timeout=BUILD_SECONDS,
    )
    if any(words in done.stderr for words in UNREACHED):
        pytest.skip("no container registry, or no package registry, is reached from here")
    assert done.returncode == 0, done.stderr
