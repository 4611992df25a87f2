"""check_mingw.py EXE CLI: the command line for Windows under wine against that of this system.

Both run the same commands on the sample, and some on damaged copies of its files; what they print and write must be equal byte for
byte, but for the last digits of numbers that come from functions of the C library. Then what Windows does differently: names that are not ASCII, and a file that is replaced. Exit status 77: there is no program
or no wine.
"""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "browser"))
from commands import ALL, COMMANDS, FILES, SAMPLE, compare, run

exe, cli = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
wine = shutil.which("wine64", path=os.environ["PATH"] + ":/usr/lib/wine")  # where Debian has it
if not exe.exists() or not wine:
    print("skipped:", "no program (./dev mingw)" if not exe.exists() else "no wine (./dev mingw test installs it)")
    sys.exit(77)
ENVIRONMENT = {"WINEDEBUG": "-all", "WINEPREFIX": str(exe.parent.parent / "wine"), "HOME": os.environ.get("HOME", "/"),
               "LC_ALL": "C.UTF-8"}
DRAW = "graph model.pte --method text_decoder --stage program --svg".split(" ")
ON_DAMAGED = ["info", "check", "verdict", "tensors", "graph --stage program", "memory"]
failures, counts = [], {"asked": 0, "equal": 0}


def ask(words, files=None, shown=None):
    """Both of them; counts and keeps what is wrong."""
    same, wrong = compare(words, run([cli], words, files), run([wine, exe], words, files, ENVIRONMENT))
    counts["asked"] += 1
    counts["equal"] += same
    if wrong:
        failures.append((shown or " ".join(words)).replace(ALL, "ALL") + "\n    " + "\n    ".join(wrong))


def tell(what):
    print(f"{counts['equal']} of {counts['asked']} {what} equal, byte for byte", flush=True)
    counts.update(asked=0, equal=0)


# The server of wine stays between two commands.
for started in ("wineserver", "-p30"), (wine, "wineboot", "-i"):
    program = shutil.which(started[0], path=os.environ["PATH"] + ":/usr/lib/wine")
    subprocess.run([program, *started[1:]], env={**os.environ, **ENVIRONMENT}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
for command in COMMANDS:
    ask(command.split(" "))
tell("commands")

# Cut and changed at places that stay the same from run to run.
chance = random.Random(7)
with tempfile.TemporaryDirectory() as folder:
    for name in FILES:
        whole = (SAMPLE / name).read_bytes()
        for turn in range(4):
            bytes_ = bytearray(whole[:chance.randrange(1, len(whole))] if turn == 0 else whole)
            for _ in range(0 if turn == 0 else 1 << 3 * turn):
                bytes_[chance.randrange(len(bytes_))] ^= 1 << chance.randrange(8)
            damaged = pathlib.Path(folder) / f"{turn}-{name}"
            damaged.write_bytes(bytes_)
            for command in ON_DAMAGED:
                ask([*command.split(" "), name, "--json"], {name: damaged}, f"{command} of {damaged.name}")
    tell("answers about damaged files")

    named = "modèle – 模型 😀.pte"
    ask(["info", named, "--json"], {named: SAMPLE / "model.pte"})
    ask([*DRAW, "out/größe ☃.svg"])
    ask(["named-data", "folder"], {"folder": SAMPLE})
    tell("answers about other names")
    replaced = pathlib.Path(folder) / "replaced.svg"
    for program, environment in (([cli], {}), ([wine, exe], ENVIRONMENT)):
        replaced.write_text("old")
        if run(program, [*DRAW, str(replaced)], None, environment)[0] or replaced.read_text() == "old":
            failures.append(f"{program[-1].name} did not replace a file")
    # A program that is started and is no runner: what it says is told, and nothing is left of the run.
    other = ["run", *FILES, "--runner", "C:\\windows\\system32\\hostname.exe", "-o", "out/run"]
    status, output, messages, made = run([wine, exe], other, None, ENVIRONMENT)
    if status == 0 or b"[run-target-failed]" not in messages or made:
        failures.append(f"run: status {status}, {messages!r}, files {sorted(made)}")
    left = [path.name for path in pathlib.Path(folder).iterdir() if path.name.startswith(".etscope")]
    if left:
        failures.append(f"left behind: {left}")
for failure in failures:
    print("FAILED", failure)
sys.exit(1 if failures else 0)
