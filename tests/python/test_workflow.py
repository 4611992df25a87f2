"""The workflow of the guide: it is what GitHub reads, its steps run as written, and what it uploads is there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, SAMPLE

GUIDE = (ROOT / "docs" / "guide.md").read_text()


def block(language: str, holding: str) -> str:
    return next(text for text in re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL) if holding in text)


def workflow() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(block("yaml", "etscope-cli gate"))


def on_the_path(folder: Path) -> None:
    """pip does nothing, export.py copies the sample; etscope-cli is the one that is tested."""
    (folder / "pip").write_text("#!/bin/sh\n")
    (folder / "python").write_text(f'#!/bin/sh\ntest "$1" = export.py && cp -r "{SAMPLE}" "$2"\n')
    for file in folder.iterdir():
        file.chmod(0o755)
    (folder / "etscope-cli").symlink_to(os.environ["ETSCOPE_CLI"])


@pytest.fixture()
def ran(tmp_path: Path) -> tuple[Path, dict[str, int]]:
    """The folder of the checkout after all steps, and the status of each that runs something."""
    if not os.environ.get("ETSCOPE_CLI"):
        pytest.skip("ETSCOPE_CLI names no command line")
    checkout, programs = tmp_path / "checkout", tmp_path / "programs"
    for folder in (checkout / "base", programs):
        folder.mkdir(parents=True)
    on_the_path(programs)
    (checkout / "budgets.toml").write_text(block("toml", "[method.text_decoder]"))
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    statuses = {}
    for number, step in enumerate(workflow()["jobs"]["gate"]["steps"]):
        if "run" in step:  # as GitHub does: -e alone where no shell is named
            shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"] if step.get("shell") == "bash" else ["bash", "-e", "-c"]
            done = subprocess.run([*shell, step["run"]], cwd=checkout / step.get("working-directory", "."), env=environment, check=False)
            statuses[step.get("name", str(number))] = done.returncode
    return checkout, statuses


def test_its_steps_run_as_written(ran: tuple[Path, dict[str, int]]) -> None:
    checkout, statuses = ran
    assert statuses.pop("Budgets") == 1  # the sample has an output that differs
    assert len(statuses) == 4 and set(statuses.values()) == {0}
    assert "broken" in (checkout.parent / "summary.md").read_text()


def test_what_it_uploads_is_there(ran: tuple[Path, dict[str, int]]) -> None:
    checkout, _ = ran
    named = [step["with"] for step in workflow()["jobs"]["gate"]["steps"] if "upload" in step.get("uses", "")]
    paths = " ".join(one.get("path", one.get("sarif_file")) for one in named).split()
    assert sorted(paths) == ["gate.sarif", "gate.xml", "report.html"]
    assert all((checkout / path).stat().st_size for path in paths)
    suites = ElementTree.parse(checkout / "gate.xml").getroot().iter("testsuite")
    assert sum(int(suite.attrib["failures"]) for suite in suites) > 0
    assert json.loads((checkout / "gate.sarif").read_text())["runs"][0]["results"]


def test_only_what_exists_is_asked_for() -> None:
    for step in workflow()["jobs"]["gate"]["steps"]:
        assert ("uses" in step) != ("run" in step)
        asked = re.search(r"hashFiles\('(.*?)'\)", step.get("if", ""))
        assert asked is None or asked[1] in ("gate.txt", "gate.xml", "gate.sarif")
