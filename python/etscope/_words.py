"""What is asked for in Python, as the words of the command line: one table of options stands for both."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def text(value: Any) -> str | bytes:
    """One value as a word."""
    if isinstance(value, (str, bytes)):
        return value
    if isinstance(value, os.PathLike):
        path: str | bytes = os.fspath(value)
        return path
    return repr(value) if isinstance(value, float) else str(value)


def paths(given: Path | Iterable[Path]) -> list[Path]:
    """One path or several."""
    return [given] if isinstance(given, (str, bytes, os.PathLike)) else list(given)


def _each(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [f"{key}={item}" for key, item in value.items()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)
    return [value]


def _joined(name: str, value: str | bytes) -> str | bytes:
    flag = f"--{name}="
    return flag.encode() + value if isinstance(value, bytes) else flag + value


def words(command: str, options: Mapping[str, Any], positional: Iterable[Any] = ("session",)) -> list[str | bytes]:
    """``per_channel=True`` is ``--per-channel``; None and False are left out; lists and dicts repeat the option."""
    made: list[str | bytes] = [command]
    for key, value in options.items():
        name = key.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        made += [f"--{name}"] if value is True else [_joined(name, text(item)) for item in _each(value)]
    given = [text(item) for item in positional]
    return made + ["--", *given] if given else made
