"""The package itself: complete against the table of the command line, documented, typed."""

from __future__ import annotations

import ast
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import etscope
from conftest import ROOT

# What every command has and a session has been told, or how documents are printed.
OPENING = {"json", "csv", "tsv", "debug-buffer", "run-method", "pair", "limits", "npy", "member", "FILE", "LEFT"}
NAMES = {"tensor": "statistics"}  # Session.tensor() gives the tensor itself
ELSEWHERE = {
    "graph": {"dot", "mermaid", "svg", "model-explorer", "collapsed", "depth", "select"},  # Session.draw()
    "tensors": {"hash", "export"},  # document("tensors", …)
    "extract": {"repro", "run"},  # Session.repro()
    "lint": {"rules"},
    "metadata": {"known"},
    "survey": {"output", "list", "jobs", "python"},  # etscope.survey()
}
POSITIONAL = {"TOPIC": "topic", "NAME": "name", "RIGHT": "other", "WHAT": "what", "CHANGE": "change"}
FUNCTIONS = {"history": etscope.history}  # of tables, not of a session
NOT_METHODS = {"bundle"}  # writes a file from files: document("bundle", …)


@pytest.mark.parametrize("command", etscope.commands(), ids=lambda command: command["name"])
def test_every_option_is_an_argument(command: dict) -> None:
    if command["name"] in NOT_METHODS:
        return
    method = FUNCTIONS.get(command["name"]) or getattr(etscope.Session, NAMES.get(command["name"], command["name"].replace("-", "_")), None)
    assert method is not None, f"Session has no method for {command['name']}; it can be asked by document() alone"
    given = {name.rstrip("_") for name in inspect.signature(method).parameters} - {"self", "tables"}
    wanted = {POSITIONAL.get(option["name"], option["name"].replace("-", "_")) for option in command["options"]
              if option["name"] not in OPENING | ELSEWHERE.get(command["name"], set())}  # fmt: skip
    assert given == wanted


def test_everything_is_documented() -> None:
    for name in etscope.__all__:
        thing = getattr(etscope, name)
        assert inspect.getdoc(thing), name
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            documented = callable(value) or isinstance(value, property)
            if documented and not member.startswith("_") and not _is_field(thing, member):
                assert inspect.getdoc(value), f"{name}.{member}"
    text = pydoc.plain(pydoc.render_doc(etscope))
    assert [name for name in etscope.__all__ if name not in text] == []


def _is_field(thing: type, member: str) -> bool:
    return member in getattr(thing, "__dataclass_fields__", {})


def test_types() -> None:
    pytest.importorskip("mypy")
    package = Path(etscope.__file__).parent
    assert (package / "py.typed").exists() and (package / "_core.pyi").exists()
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", str(package)], capture_output=True,
                          text=True, cwd=ROOT)  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_one_version() -> None:
    text = (ROOT / "CMakeLists.txt").read_text()
    assert etscope.__version__ == re.search(r"project\(etscope VERSION ([0-9.]+)", text)[1]  # type: ignore[index]


def test_import_is_light() -> None:
    code = "import sys, etscope; assert not {'numpy', 'pandas', 'pyarrow', 'torch'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_tables_without_files() -> None:
    assert len(etscope.lint_rules().columns()["id"]) > 20
    assert "get_max_seq_len" in etscope.known_metadata().columns()["key"]


def test_stubs_name_what_there_is() -> None:
    from etscope import _core

    tree = ast.parse((ROOT / "python" / "etscope" / "_core.pyi").read_text())
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            told = {one.name for one in node.body if isinstance(one, ast.FunctionDef)} - {"__len__", "__buffer__"}
            assert told == {name for name in vars(getattr(_core, node.name)) if not name.startswith("_")}, node.name
    told = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))} | {"version"}
    assert told == {name for name in dir(_core) if not name.startswith("_")}
