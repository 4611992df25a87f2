"""The programs `etscope` and `etscope-cli` of the wheel."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from . import _core

_FOLDER = Path(__file__).resolve().parent


def window() -> None:
    """The window takes the place of this process. Systems without fonts (containers) get those of the wheel."""
    path = _FOLDER / "bin" / "etscope"
    if not path.exists():
        sys.exit("etscope: this installation has only the Python module")
    environment = dict(os.environ)
    fonts = _FOLDER / "share" / "fonts" / "fonts.conf"
    if not Path("/etc/fonts/fonts.conf").exists() and fonts.exists():
        environment.setdefault("FONTCONFIG_FILE", str(fonts))
    os.execve(path, ["etscope", *sys.argv[1:]], environment)


def command_line() -> None:
    """The command line is in the module: its program would bring the whole library a third time."""
    sys.exit(_core.run_program(["etscope-cli", *map(os.fsencode, sys.argv[1:])]))
