"""Desktop file, metainfo and MIME types by their tools. usage: desktop.py SOURCE GENERATED

Kinds are recognised by content: every file is asked for under a name that says nothing.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

source, generated = map(pathlib.Path, sys.argv[1:])
packaging, sample = source / "packaging", source / "resources/samples/vlm"
PREFIX = "application/x-executorch-"


def run(*command, **more):
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    assert ran.returncode == 0, f"{command}:\n{ran.stdout}{ran.stderr}"
    return ran.stdout


def check_desktop():
    out = run("desktop-file-validate", packaging / "etscope.desktop")
    assert not out, out


def check_metainfo():
    """Without addresses, as it is built here, and with those that who distributes it says."""
    run("appstreamcli", "validate", "--no-net", "--pedantic", generated / "etscope.metainfo.xml")
    with_addresses = generated / "with-addresses/etscope.metainfo.xml"
    if not with_addresses.exists():  # of the tests alone
        return
    run("appstreamcli", "validate", "--no-net", "--pedantic", with_addresses)
    pictures = [source / "docs/pictures" / name for name in re.findall(r"pictures/(\S+\.png)", with_addresses.read_text())]
    assert pictures and all(picture.exists() for picture in pictures), pictures


def check_xml():
    run("xmllint", "--noout", packaging / "etscope-mime.xml", generated / "etscope.metainfo.xml",
        *(source / "resources/icons").glob("*.svg"))


def plain_zip(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "ETRECORD_V0 is only in the text")
    return path


def npz(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ETRECORD_V1.npy", b"\x93NUMPY")
    return path


def check_mime():
    """A MIME database of the system's types and ours; gio reads it as desktops do."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        packages = folder / "mime/packages"
        packages.mkdir(parents=True)
        shutil.copy("/usr/share/mime/packages/freedesktop.org.xml", packages)
        shutil.copy(packaging / "etscope-mime.xml", packages / "etscope.xml")
        run("update-mime-database", folder / "mime")
        early = source / "tests/fixtures"
        cases = [(sample / "model.etrecord", PREFIX + "etrecord"), (sample / "model.pte", PREFIX + "program"),
                 (sample / "model.bpte", PREFIX + "bundled-program"), (sample / "run.etdp", PREFIX + "etdump"),
                 (plain_zip(folder / "zip"), "application/zip"), (npz(folder / "npz"), "application/zip")]
        cases += [(path, PREFIX + "tensor-data") for path in sorted(early.rglob("*.ptd"))[:1]]
        environment = dict(os.environ, XDG_DATA_DIRS=name, XDG_DATA_HOME=name)
        for path, expected in cases:
            nameless = folder / "nameless"
            shutil.copy(path, nameless)
            out = run("gio", "info", "--attributes=standard::content-type", nameless, env=environment)
            assert f"standard::content-type: {expected}\n" in out, f"{path} should be {expected}:\n{out}"


CHECKS = {"desktop-file-validate": check_desktop, "appstreamcli": check_metainfo, "xmllint": check_xml,
          "update-mime-database gio": check_mime}
missing = []
for tools, check in CHECKS.items():
    absent = [tool for tool in tools.split() if not shutil.which(tool)]
    missing += absent
    if not absent:
        check()
print("not installed:", *missing) if missing else None
sys.exit(77 if len(missing) == 5 else 0)
