"""etscope: the debugger for ExecuTorch exports, from Python.

    >>> import etscope
    >>> session = etscope.open("model.etrecord", "model.pte", "run.etdp", "run.dbg")
    >>> print(session.verdict())
    >>> session.compare().to_pandas()
    >>> session.graph("forward", "edge").nodes[0]
    >>> session.tensors()["layers.0.weight"].numpy()      # the file's own bytes, not a copy

``open`` gives a ``Session``. What the command line prints, a session answers: one method a command (``session.events()``,
``session.gap()``, ``session.compare()``, …), each a ``Document``: read like a dict, with a table for pandas and Apache Arrow. Errors are
``Error`` with the code of the command line. Nothing from a file is executed, and neither torch nor executorch is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import _core
from ._document import Document, Graph
from ._errors import Error, FileError, UsageError
from ._history import history
from ._session import File, Method, Run, Session, checked, open
from ._survey import survey
from ._tensors import Tensor, Tensors
from ._trace import Traced, trace
from ._words import words

__all__ = [
    "Document", "Error", "File", "FileError", "Graph", "Method", "Run", "Session", "Tensor", "Tensors", "Traced", "UsageError",
    "codes", "commands", "known_metadata", "lint_rules", "open", "sample", "set_limit", "trace",
    "history", "skill", "survey", "trace_include",
]  # fmt: skip
__version__: str = _core.version


def codes() -> dict[str, str]:
    """Every code that an error or a diagnostic can have, with its meaning."""
    return _core.codes()


def commands() -> list[dict[str, Any]]:
    """The commands of the command line with their options: what ``Session.document`` takes."""
    return _core.commands()


def lint_rules() -> Document:
    """What ``Session.lint`` looks for: every rule with its fix."""
    return Document(checked(_core.ask(words("lint", {"rules": True}, ()), None)))


def known_metadata() -> Document:
    """The metadata keys that runners are known to read: type, default, reader."""
    return Document(checked(_core.ask(words("metadata", {"known": True}, ()), None)))


def sample() -> Path:
    """The folder of the sample that the wheel brings: an export of a vision-language model with a run, to try things on."""
    folder = Path(__file__).resolve().parent / "share" / "etscope" / "samples" / "vlm"
    if not folder.is_dir():
        raise FileError("file-unreadable", "this installation has only the Python module", str(folder))
    return folder


def trace_include() -> Path:
    """The folder of ``etscope_trace.h``, the header that runners in C++ write traces with: for ``-I``."""
    folder = Path(__file__).resolve().parent / "share" / "etscope" / "include"
    if not (folder / "etscope_trace.h").is_file():
        raise FileError("file-unreadable", "this installation has only the Python module", str(folder))
    return folder


def skill() -> Path:
    """The page that tells an agent in which order to ask: ``SKILL.md``, with its folder as agents take it."""
    return Path(__file__).resolve().parent / "skill" / "SKILL.md"


def set_limit(name: str, value: int) -> None:
    """Raises a limit on what files may make the process do, as ``--limits NAME=VALUE`` does; for the whole process."""
    if not _core.set_limit(name, value):
        raise UsageError("usage", f"there is no limit {name!r}, or {value} is none")
