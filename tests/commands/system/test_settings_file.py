"""The file `pbm.toml`: a stranger's is refused, and root runs nothing that another user wrote."""

import json
import os
from pathlib import Path
from tempfile import mkdtemp

import pytest

from commands.system import settings_file
from commands.system.data_owner import as_owner
from commands.system.secrets.login_secrets import TokenCommand
from pbm.errors import NotAllowedError, UsageError
from tests.support.cases import cases

NOBODY, OTHERS = 65534, 65533
FILE = Path("pbm.toml")
COMMANDS = ("doctor", "list", "config", "serve", "tick", "admin games", "setup --force", "status")
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root may give files to others")


def refused(shell):
    """Returns the commands that refuse the file."""
    return [words for words in COMMANDS if is_refused(shell, words)]


def is_refused(shell, words="config"):
    """Returns True if this command doesn't use the file."""
    _, out, err = shell(*words.split())
    return "pbm won't use pbm.toml" in " ".join((out + err).split())


@as_root
@cases("strangers", ["pbm.toml", ".", "else/real.toml", "else"])
def test_a_strangers_file_is_refused(shell, strangers):
    """By each command, also if the stranger owns a link to the file, or a folder, alone."""
    Path("else").mkdir(exist_ok=True)
    Path("else/real.toml").write_text("")
    FILE.unlink(missing_ok=True)
    FILE.symlink_to("else/real.toml")
    os.chown(strangers, NOBODY, NOBODY, follow_symlinks=False)
    assert refused(shell) == [*COMMANDS]
    os.chown(strangers, 0, 0, follow_symlinks=False)
    assert not is_refused(shell)


@as_root
def test_strangers_answers_are_refused(shell):
    """Setup would try them, files and commands in them included, with root's rights."""
    Path("pbm-setup.toml").write_text('mailbox_token_command = "touch ran"\n')
    os.chown("pbm-setup.toml", NOBODY, NOBODY)
    status, _, err = shell("setup")
    assert (status, "pbm won't use pbm-setup.toml" in err) == (2, True)


@cases(("path", "mode"), [("pbm.toml", 0o606), (".", 0o707)])
def test_a_file_that_others_may_change_is_refused(shell, path, mode):
    """Or replace, because they may write into its folder."""
    FILE.write_text("")
    before = Path(path).stat().st_mode
    Path(path).chmod(mode)
    assert refused(shell) == [*COMMANDS]
    Path(path).chmod(before)
    assert not is_refused(shell)


@as_root
def test_a_group_of_several_users_are_others(shell):
    """The owner's own group, which many systems make, has nobody else in it."""
    FILE.write_text("")
    FILE.chmod(0o664)
    assert not is_refused(shell)
    os.chown(FILE, 0, OTHERS)
    assert refused(shell) == [*COMMANDS]


def test_a_folder_for_all_where_nobody_takes_others_files(shell, tmp_path):
    """As /tmp is."""
    FILE.write_text("")
    tmp_path.chmod(0o1777)
    assert not is_refused(shell)


@as_root
@cases("theirs", [(), ("pbm.toml",), (".",), ("pbm.toml", "else")])
@cases(("owner", "works_as"), [(0, 0), (NOBODY, NOBODY)])
def test_root_works_as_the_owner_of_settings_and_data(
    tmp_path, monkeypatch, owner, works_as, theirs
):
    """For good and in no group of root's; the environment of root isn't passed on.

    `theirs`: what decides the settings: the default folder of the data alone, the file, the folder
    that it is in, or a link to it.
    """
    monkeypatch.chdir(mkdtemp(dir=tmp_path))
    monkeypatch.setenv("ROOTS_SECRET", "s3cret")
    Path("pbm-data").mkdir()
    Path("else").touch()
    if "else" in theirs:
        FILE.symlink_to("else")
    elif theirs:
        FILE.touch()
    for path in {"pbm-data", *theirs} - {"else"}:
        os.chown(path, owner, NOBODY, follow_symlinks=False)
    ids, groups, has_secret = in_a_child(lambda: settings_file.work_as_owner("pbm-data"))
    assert ids == [works_as] * 3
    assert (0 in groups, has_secret) == (owner == 0, owner == 0)


@as_root
def test_root_uses_no_file_that_was_changed_after_the_check(tmp_path, monkeypatch):
    """In a folder such as /tmp a stranger may make one between the check and the reading."""
    monkeypatch.chdir(tmp_path)
    check = settings_file.check_trust

    def check_and_lose(name="pbm.toml"):
        check(name)
        FILE.write_text('mailbox_token_command = "touch ran"\n')
        os.chown(FILE, NOBODY, NOBODY)

    monkeypatch.setattr(settings_file, "check_trust", check_and_lose)
    with pytest.raises(UsageError, match="belongs to nobody"):
        settings_file.read_settings_file()


@as_root
def test_a_file_of_the_datas_owner_gives_root_nothing(tmp_path, monkeypatch):
    """Also if that user makes the data folder after root had no reason to work as its owner."""
    monkeypatch.chdir(tmp_path)
    for path in ("pbm-data", "pbm.toml"):
        Path(path).mkdir() if path == "pbm-data" else FILE.touch()
        os.chown(path, NOBODY, NOBODY)
    with pytest.raises(UsageError, match="belongs to nobody"):
        settings_file.read_settings_file()


@cases("make", [os.mkfifo, lambda name: Path(name).symlink_to("/dev/zero")])
def test_nobody_waits_for_what_is_no_file(shell, make):
    """A pipe that a stranger made would keep each command of pbm waiting for ever."""
    FILE.unlink(missing_ok=True)
    make("pbm.toml")
    status, _, err = shell("list")
    assert (status, "pbm.toml" in err) == (2, True)


def in_a_child(work):
    """Returns the ids and groups of a process after this work, and whether it has root's secret."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        try:
            work()
        except NotAllowedError:  # this Python lies in root's home
            pass
        finally:
            found = os.getresuid(), os.getgroups() or [0], "ROOTS_SECRET" in os.environ
            os.write(writing, json.dumps(found).encode())
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as answer:
        return json.load(answer)


@as_root
def test_a_token_command_runs_as_the_owner_of_the_data(tmp_path):
    """In its groups, and without a way back to root, wherever root starts it."""
    os.chown(tmp_path, NOBODY, NOBODY)
    command = "sh -c 'echo $(id -u):$(id -G):$HOME'"
    assert TokenCommand(command, tmp_path).read() == f"{NOBODY}:{NOBODY}:/nonexistent"
    with as_owner(tmp_path):
        status = TokenCommand("sh -c 'grep ^Uid: /proc/self/status | tr -d \" \\t\"'", tmp_path)
        assert status.read() == f"Uid:{NOBODY}{NOBODY}{NOBODY}{NOBODY}"


@cases("content", ["a" + ".a" * 20_000 + " = 1", "a = " + "[" * 5000 + "]" * 5000])
def test_a_file_that_takes_long_to_parse_is_refused(shell, content):
    """The parser takes time with the square of dots, and a level of the stack for a bracket."""
    FILE.write_text(f"{content}\ndata = 1\n")
    status, _, err = shell("list")
    assert (status, "pbm.toml can't be read: it " in err) == (2, True)
