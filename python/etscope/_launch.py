"""The programs `etscope` and `etscope-cli` of the wheel: they take the place of this process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent


def _replace(program: str, environment: dict[str, str]) -> None:
    path = _FOLDER / "bin" / program
    if not path.exists():
        sys.exit(f"{program}: this installation has only the Python module")
    os.execve(path, [program, *sys.argv[1:]], environment)


def window() -> None:
    """The window. Systems without fonts (containers) get those of the wheel."""
    environment = dict(os.environ)
    fonts = _FOLDER / "share" / "fonts" / "fonts.conf"
    if not Path("/etc/fonts/fonts.conf").exists() and fonts.exists():
        environment.setdefault("FONTCONFIG_FILE", str(fonts))
    _replace("etscope", environment)


def command_line() -> None:
    """The command line."""
    _replace("etscope-cli", dict(os.environ))
