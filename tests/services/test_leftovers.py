"""What killed trainers left behind goes at the next start; what belongs to anybody alive stays."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from game.app import boot
from game.app.options import RunOptions
from game.core import protocol
from game.core.scratch_names import owner_of, prefix_of
from game.services import leftovers, trainer_process
from game.services.trainer_client import TrainerClient
from game.services.trainer_process import TrainerProcess

MAKES_ONE = (
    "import sys; from pathlib import Path; from game.trainer.predictions import private_folder;"
    "print(private_folder(Path(sys.argv[1])), flush=True); sys.stdin.read()"
)


def test_a_name_tells_its_owner_and_no_other_name_does() -> None:
    assert owner_of(prefix_of(17) + "abc") == 17
    assert owner_of(prefix_of(17, "fake-") + "abc") == 17
    for name in ("neurarium-notes-abc", "neurarium-17", "other-17-abc", "neurarium--abc", "neurarium-0-a"):
        assert owner_of(name) is None
    assert owner_of("neurarium-\N{SUPERSCRIPT TWO}-abc") is None


def test_only_folders_of_the_dead_go(tmp_path: Path) -> None:
    gone, mine = tmp_path / "neurarium-999999999-abc", tmp_path / f"neurarium-{os.getpid()}-abc"
    strange, file = tmp_path / "neurarium-notes-abc", tmp_path / "neurarium-999999998-abc"
    for folder in (gone / "replica-1-0", mine, strange):
        folder.mkdir(parents=True)
    file.write_text("not a folder", encoding="utf-8")
    assert leftovers.sweep([tmp_path, tmp_path / "nowhere"]) == 1
    assert not gone.exists()
    assert mine.exists() and strange.exists() and file.exists()


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_a_link_with_such_a_name_is_not_followed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    (kept / "inside").mkdir(parents=True)
    (tmp_path / "neurarium-999999999-abc").symlink_to(kept)
    assert leftovers.sweep([tmp_path]) == 0 and (kept / "inside").exists()


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX signal")
def test_a_folder_lives_as_long_as_its_owner(tmp_path: Path, root: Path) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", MAKES_ONE, str(tmp_path)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with owner:
        folder = Path(owner.stdout.readline().strip())
        assert leftovers.sweep([tmp_path]) == 0 and folder.is_dir()
        owner.kill()
    assert leftovers.sweep([tmp_path]) == 1 and not folder.exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_a_process_that_nobody_has_buried_yet_is_dead() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.read() == b""  # its end, or nearly
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert not leftovers.alive(child.pid)
    child.communicate()
    assert leftovers.alive(os.getpid())


def test_a_client_takes_its_socket_with_it(monkeypatch) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as short:  # a test's own folder is too long for a socket
        monkeypatch.setattr(tempfile, "tempdir", short)
        client = TrainerClient(["/nowhere/at/all"])
        client.start_process()
        client.close()
        assert list(Path(short).iterdir()) == []


def test_a_long_temporary_folder_has_no_room_for_a_socket(monkeypatch, tmp_path: Path) -> None:
    long = tmp_path / ("long" * 25)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    process = TrainerProcess(["/nowhere/at/all"])
    try:
        assert len(str(process._listener.address)) < 104
        assert list(long.iterdir()) == []
    finally:
        process.close(0)


def _told_by_a_client() -> list[protocol.TrainerLost]:
    client = TrainerClient(["/nowhere/at/all"])
    client.start_process()
    told = client.poll()
    client.close()
    assert client.poll() == [] and not client.running
    return told


@pytest.mark.skipif(os.name != "posix", reason="sockets in folders")
def test_no_place_for_the_socket_is_a_trainer_that_could_not_be_started(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    (lost,) = _told_by_a_client()
    assert "could not be started (No such file" in lost.message
    long = tmp_path / ("long" * 25)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    monkeypatch.setattr(trainer_process, "_SHORT_PLACE", str(tmp_path / "gone"))
    (lost,) = _told_by_a_client()
    assert "could not be started (AF_UNIX path too long)" in lost.message
    assert list(long.iterdir()) == []


def test_a_full_disk_without_a_temporary_folder_is_swept_all_the_same(monkeypatch) -> None:
    def full() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", full)
    leftovers.sweep()
    (lost,) = _told_by_a_client()
    assert "could not be started" in lost.message


def test_the_program_sweeps_when_it_starts(monkeypatch) -> None:
    swept = threading.Event()
    monkeypatch.setattr(leftovers, "sweep", swept.set)
    monkeypatch.setattr(boot, "assemble", lambda *_: (_ for _ in ()).throw(boot.BootError("not today")))
    assert boot.run(RunOptions()) == 1
    assert swept.wait(10)


def test_the_client_sweeps_before_it_starts_a_trainer(monkeypatch) -> None:
    swept: list[bool] = []
    monkeypatch.setattr(leftovers, "sweep", lambda: swept.append(True))
    client = TrainerClient(["/nowhere/at/all"])
    client.start_process()
    client.close()
    assert swept == [True]
