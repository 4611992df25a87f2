"""What an installed wheel must do: run inside the root of try_wheel.sh, in the virtual environment that has the wheel alone."""

from __future__ import annotations

import json
import struct
import subprocess
from pathlib import Path

import etscope

SAMPLE = etscope.sample()
PICTURE = Path("/home/try/window.png")


def output(*words: object, statuses: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    assert done.returncode in statuses, (words, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


def main() -> None:
    session = etscope.open(SAMPLE, progress=False)
    printed = json.loads(output("etscope-cli", "compare", SAMPLE, "--json", statuses=(1,)))
    assert session.compare() == printed, "module and command line differ"
    assert "etscope-cli gap" in output("etscope-cli", "help", "gap")
    weight = next(tensor for tensor in session.tensors() if tensor.role == "parameter" and tensor.in_place)
    assert not weight.numpy(copy=False).flags.writeable
    assert session.verdict()["state"] == "differ"
    table, page = PICTURE.with_name("table.jsonl"), PICTURE.with_name("history.html")
    output("etscope-cli", "survey", SAMPLE, "-o", table)
    output("etscope-cli", "history", table, "-o", page, statuses=(1,))  # the sample has a wrong kernel
    assert "layer_norm" in page.read_text() and "differ" in table.read_text()
    assert json.loads(output("etscope-cli", "character", SAMPLE, "--json"))["schema"] == "etscope.character/1"
    output("etscope", "--help")
    output("etscope", "--screenshot", PICTURE, "--page", "graph", "--method", "text_decoder", "--stage", "edge", SAMPLE)
    width, height = struct.unpack(">II", PICTURE.read_bytes()[16:24])
    assert (width, height) == (1600, 1000), (width, height)
    # Every plugin of the window finds its libraries.
    for plugin in (Path(etscope.__file__).parent / "plugins").rglob("*.so"):
        missing = [line for line in output("ldd", plugin, statuses=(0, 1)).splitlines() if "not found" in line]
        assert not [line for line in missing if not _ours(line)], (plugin, missing)
    print(f"etscope {etscope.__version__}: module, command line and window work; {PICTURE.stat().st_size} bytes of picture")


def _ours(line: str) -> bool:
    """What the program, not the plugin, leads to."""
    lib = Path(etscope.__file__).parent / "lib" / line.split()[0]
    return lib.exists()


if __name__ == "__main__":
    main()
