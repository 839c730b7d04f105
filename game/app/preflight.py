"""What has to be there before anything else is imported: the right Python and the packages.

`main.py` asks; each answer is one sentence with what to type, or None. Standard library only, and nothing
newer than Python 2.7 in syntax or calls: this file must run on the very Pythons it turns away. That is why
its types are comments.
"""

import sys

try:
    from typing import Any, Callable, List, Optional, Sequence, Tuple  # noqa: F401  (for the comments)
except ImportError:  # Python 2
    pass

OLDEST = (3, 11)
TOO_NEW = (3, 14)  # TensorFlow has no build for it yet

# Every direct dependency: the module that is imported, and the name it is installed under.
# A test compares the second column with pyproject.toml.
PACKAGES = (
    ("panda3d", "panda3d"),
    ("tensorflow", "tensorflow"),
    ("numpy", "numpy"),
    ("PIL", "pillow"),
    ("tomli", "tomli"),
    ("fsrs", "fsrs"),
    ("markdown_it", "markdown-it-py"),
    ("platformdirs", "platformdirs"),
    ("msgspec", "msgspec"),
    ("rapidfuzz", "rapidfuzz"),
    ("tqdm", "tqdm"),
    ("screeninfo", "screeninfo"),
)

WHAT_TO_TYPE = "pip install uv && uv run main.py"


def python_problem(version=None):
    # type: (Optional[Tuple[int, ...]]) -> Optional[str]
    """Return why this Python (or `version`) cannot run the program, or None."""
    found = tuple(version or sys.version_info[:3])
    if OLDEST <= found[:2] < TOO_NEW:
        return None
    return "Neurarium needs Python 3.11, 3.12 or 3.13, and this is Python {}; uv finds one, type: {}".format(
        ".".join(str(part) for part in found), WHAT_TO_TYPE
    )


def missing_packages(find=None):
    # type: (Optional[Callable[[str], Any]]) -> List[str]
    """Return the install names of the packages that `find` (module name -> spec or None) does not find."""
    from importlib.util import find_spec  # not there in Python 2, which never comes here

    return [name for module, name in PACKAGES if (find or find_spec)(module) is None]


def package_problem(missing=None):
    # type: (Optional[Sequence[str]]) -> Optional[str]
    """Return which packages are missing and what to type, or None when all are there."""
    names = missing_packages() if missing is None else missing
    if not names:
        return None
    return "Neurarium needs {} not installed for this Python ({}); type: {}".format(
        names[0] + ", which is" if len(names) == 1 else ", ".join(names) + ", which are",
        sys.executable,
        WHAT_TO_TYPE,
    )
