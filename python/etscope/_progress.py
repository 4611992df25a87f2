"""Progress of long calls: a bar on the terminal, a function of the caller, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal, Union

Progress = Union[Callable[[float], Any], Literal[False], None]

_WIDTH = 40
_PATIENCE = 0.5  # seconds: what is shorter needs no bar


class Bar:
    """A bar on the standard error while a call takes long; gone when it ends."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._drawn = False

    def __call__(self, fraction: float) -> None:
        if time.monotonic() - self._start < _PATIENCE:
            return
        filled = int(fraction * _WIDTH)
        sys.stderr.write(f"\r[{'#' * filled}{' ' * (_WIDTH - filled)}] {int(fraction * 100):3d} %")
        sys.stderr.flush()
        self._drawn = True

    def clear(self) -> None:
        if self._drawn:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class Told:
    """``with Told(progress) as tell``: what the core is to call."""

    def __init__(self, progress: Progress) -> None:
        self._bar = Bar() if progress is None and _terminal() else None
        self._tell = self._bar if self._bar is not None else progress or None

    def __enter__(self) -> Callable[[float], Any] | None:
        return self._tell

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.clear()


def _terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
