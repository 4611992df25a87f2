#!/usr/bin/env python3
"""Makes a wheel of the one that scikit-build-core built: with the libraries that it needs, and their licences.

usage: wheel.py BUILT.whl OUTPUT-FOLDER

Runs where the wheel was built (Debian): the licence of a library is the copyright file of its package.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path

GLIBC = (2, 35)
PLATFORM = f"manylinux_{GLIBC[0]}_{GLIBC[1]}_x86_64"
MOST = 60_000_000
# Whose code is compiled in.
COMPILED_IN = ["nlohmann-json3-dev", "libtomlplusplus-dev", "libcli11-dev", "libflatbuffers-dev", "fonts-dejavu-core"]
TEXTS = ["LGPL-3", "LGPL-2.1", "LGPL-2", "GPL-3", "GPL-2", "Apache-2.0"]


def run(*command: str | Path) -> None:
    print("+", *command, file=sys.stderr)
    subprocess.run([str(word) for word in command], check=True)


def tool(module: str, *words: str | Path) -> None:
    run(sys.executable, "-m", module, *words)


def package_of(library: Path) -> str | None:
    """The Debian package that a bundled file came from."""
    name = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", library.name)
    found = subprocess.run(["dpkg", "-S", f"*/{name}"], capture_output=True, text=True, check=False)
    names = [line.split(":")[0] for line in found.stdout.splitlines() if "/debug/" not in line]
    return names[0] if names else None


def bundled(tree: Path) -> list[Path]:
    folders = [*tree.glob("etscope.libs"), tree / "etscope" / "lib", tree / "etscope" / "plugins"]
    return sorted(path for folder in folders for path in folder.rglob("*.so*") if path.is_file())


def check_glibc(tree: Path) -> None:
    """No file, bundled or our own, asks for a newer glibc than the wheel's name says; what asks for the most is told."""
    asked: dict[tuple[int, ...], list[str]] = {}
    for path in sorted(tree.rglob("*")):
        if not path.is_file() or path.open("rb").read(4) != b"\x7fELF":
            continue
        symbols = subprocess.run(["objdump", "-T", str(path)], capture_output=True, text=True, check=True).stdout
        versions = [tuple(map(int, version.split("."))) for version in re.findall(r"\(?GLIBC_([0-9.]+)\)?", symbols)]
        asked.setdefault(max(versions, default=(0,)), []).append(str(path.relative_to(tree)))
    for version, names in sorted(asked.items()):
        print(f"glibc {'.'.join(map(str, version))}: {len(names)} files, {', '.join(names[:3])}")
    if max(asked) > GLIBC:
        sys.exit(f"newer than glibc {GLIBC[0]}.{GLIBC[1]}: {', '.join(asked[max(asked)])}")


def add_licences(tree: Path) -> None:
    into = next(tree.glob("*.dist-info")) / "licenses" / "third-party"
    into.mkdir(parents=True)
    packages = {}
    for library in bundled(tree):
        package = package_of(library)
        if package is None:
            sys.exit(f"no package is known for {library.name}: its licence is not known")
        packages.setdefault(package, []).append(library.name)
    for package in [*packages, *COMPILED_IN]:
        shutil.copy(f"/usr/share/doc/{package}/copyright", into / f"{package}.txt")
    for text in TEXTS:
        shutil.copy(Path("/usr/share/common-licenses", text).resolve(), into / f"{text}.txt")
    licence = next((file for file in metadata.distribution("nanobind").files or [] if file.stem.upper() in ("LICENSE", "LICENCE", "COPYING")), None)
    if licence is None:
        sys.exit("the licence of nanobind, which is compiled in, was not found")
    shutil.copy(str(licence.locate()), into / "nanobind.txt")
    lines = [f"{package}: {', '.join(names)}" for package, names in sorted(packages.items())]
    (into / "README.txt").write_text(
        "Libraries in this wheel, dynamically linked, by the Debian package that each is taken from unchanged but for names and search\n"
        "paths. libexpat is built from the source of its package with getrandom() in place of arc4random_buf(), by packaging/expat.sh of\n"
        "the source of etscope. The file of a package's name is its licence, its source is the Debian source package. Those under the LGPL (Qt among\n"
        "them) can be replaced: put another build of the same version under the same name into etscope.libs.\n\n"
        + "\n".join(lines) + "\n\nCompiled in: " + ", ".join([*COMPILED_IN, "nanobind"]) + "\n"
    )  # fmt: skip


def repack(wheel: Path) -> None:
    """The same members, compressed as far as deflate goes."""
    smaller = wheel.with_suffix(".smaller")
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(smaller, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for member in source.infolist():
            target.writestr(member, source.read(member), compresslevel=9)
    smaller.replace(wheel)


def main() -> None:
    built, output = Path(sys.argv[1]), Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output) as folder:
        work = Path(folder)
        tool("auditwheel", "repair", "--plat", PLATFORM, "--strip", "-w", work / "repaired", built)
        repaired = next((work / "repaired").glob("*.whl"))
        tool("wheel", "unpack", "-d", work / "tree", repaired)
        tree = next((work / "tree").iterdir())
        check_glibc(tree)
        add_licences(tree)
        tool("wheel", "pack", "-d", output, tree)
        made = output / repaired.name
        repack(made)
    tool("auditwheel", "show", made)
    size = made.stat().st_size
    print(f"{made}: {size / 1e6:.1f} MB")
    if size > MOST:
        sys.exit(f"the wheel is larger than {MOST // 1_000_000} MB")


if __name__ == "__main__":
    main()
