"""Tables of surveys over time: files in every form, Arrow tables, the page."""

from __future__ import annotations

import csv
import datetime
import json
from pathlib import Path

import pytest

import etscope
from conftest import FIXTURES

NIGHTS = FIXTURES / "history" / "nights.jsonl"


def rows() -> list[dict]:
    return [json.loads(line) for line in NIGHTS.read_text().splitlines()]


def seen(document: etscope.Document) -> list[tuple]:
    return [(one["kind"], one["weight"], one["variant"], one["export"], one["measure"]) for one in document["findings"]]


def test_what_is_found() -> None:
    made = etscope.history(NIGHTS, export="^[0-9-]+")
    assert made.failed and not made["passed"]
    small, large = ({one["variant"]: one for one in made["series"]}[name] for name in ("small", "large"))
    assert (small["state"], small["first_bad"], small["cause"], small["order"]) == ("differ", "2026-11-09", "kernel", "export")
    assert small["breaks"] == [{"last_good": 6, "first_bad": 8, "unknown_between": 1, "good_again": None}]
    assert (large["state"], large["first_bad"], large["device"], large["exports"]) == ("match", None, "R5CT", 12)
    told = seen(made)
    assert told[0] == ("break", "bad", "small", "2026-11-09", None)
    assert ("step", "bad", "large", "2026-11-08", "p50_ticks") in told
    assert ("trend", "slow", "large", "2026-11-12", "program_bytes") in told
    assert ("change", "note", "large", "2026-11-07", "backends") in told
    assert not [one for one in told if one[2] == "small" and one[4] == "p50_ticks"]  # it scatters, and that is all
    growth = next(one for one in large["measures"] if one["measure"] == "program_bytes")["trend"]
    assert (growth["direction"], growth["slope"], growth["per"]) == ("rises", 3072, "export")
    assert len(made.columns()["variant"]) == 2


def test_budgets() -> None:
    made = etscope.history(NIGHTS, export="^[0-9-]+", budget=FIXTURES / "history" / "budgets.toml")
    gates = {(series["variant"], gate["budget"]): gate for series in made["series"] for gate in series["gates"]}
    assert gates["large", "file_size"]["states"] == ["held"] * 6 + ["broken"] * 6  # 4.02 MiB are 4,215,275 bytes
    assert gates["large", "latency_p50"]["states"][7] == "broken" and gates["large", "latency_p50"]["states"][8] == "held"
    assert gates["small", "max_abs"]["states"] == ["held"] * 7 + ["unknown"] + ["broken"] * 4
    assert ("small", "kl_mean") not in gates and gates["large", "kl_mean"]["broken"] == 0
    assert any("findings.error" in note for note in made["notes"])


def test_every_form_says_the_same(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet
    from etscope.survey_table import table

    expected = etscope.history(NIGHTS, export="^[0-9-]+").to_dict()
    parquet.write_table(table(rows()), tmp_path / "nights.parquet")
    (tmp_path / "nights.json").write_text(json.dumps({"schema": "etscope.survey/1", "files": [], "sessions": 24, "rows": rows(), "diagnostics": []}))
    for name, between in (("nights.csv", ","), ("nights.tsv", "\t")):
        with open(tmp_path / name, "w", newline="") as file:
            writer = csv.DictWriter(file, list(rows()[0]), delimiter=between)
            writer.writeheader()
            writer.writerows(rows())
    for made in [etscope.history(path, export="^[0-9-]+") for path in sorted(tmp_path.iterdir())] + [etscope.history(table(rows()), export="^[0-9-]+")]:
        told = made.to_dict()
        assert told["series"] == expected["series"] and told["findings"] == expected["findings"]
    assert arrow.__name__ == "pyarrow"


def test_several_tables(tmp_path: Path) -> None:
    for night in range(1, 13):
        of = [row | {"folder": row["folder"][11:]} for row in rows() if f"2026-11-{night:02}/" in row["folder"]]
        (tmp_path / f"night-{night:02}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in of))
    made = etscope.history(sorted(tmp_path.iterdir()))
    orders = {one["variant"]: one["order"] for one in made["series"]}
    assert orders == {"small": "started", "large": "started"}  # a session that could not be opened has the time of its night
    assert ("break", "bad", "small", "night-09", None) in seen(made)
    assert ("step", "bad", "large", "night-08", "p50_ticks") in seen(made)
    trend = next(one for series in made["series"] if series["variant"] == "large" for one in series["measures"] if one["measure"] == "program_bytes")
    assert (trend["trend"]["slope"], trend["trend"]["per"]) == (3072, "day")


def test_tables_in_memory(tmp_path: Path) -> None:
    """Whatever holds the rows: the same series."""
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    expected = etscope.history(NIGHTS, export="^[0-9-]+").to_dict()["series"]
    scalars = [{key: numpy.float64(value) if isinstance(value, float) else value for key, value in row.items()} for row in rows()]
    for tables in (rows(), [rows()], scalars, pandas.DataFrame(rows()), [pandas.DataFrame(rows())]):
        assert etscope.history(tables, export="^[0-9-]+").to_dict()["series"] == expected
    times = [row | {"started": datetime.datetime(2026, 11, 1, 2, tzinfo=datetime.timezone.utc)} for row in rows()[:1]]
    made = etscope.history([times, rows()[:1]])
    assert made["series"][0]["points"][0]["started"] == "2026-11-01T02:00:00+00:00"
    assert [table["name"] for table in made["tables"]] == ["table 1", "table 2"]
    with pytest.raises(etscope.Error):
        etscope.history([NIGHTS, NIGHTS])


def test_scalars_of_rows(tmp_path: Path) -> None:
    """Times in any form are one time of UTC; NaN is a number where something was measured, else unknown."""
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    zone = datetime.timezone(datetime.timedelta(hours=2))
    times = (datetime.datetime(2026, 11, 1, 4, tzinfo=zone), datetime.datetime(2026, 11, 1, 2), pandas.Timestamp("2026-11-01T04:00+02:00"),
             numpy.datetime64("2026-11-01T02:00:00", "ns"), numpy.datetime64("2026-11-01T02:00:00", "s"))
    for time in times:
        row = rows()[0] | {"started": time, "cause": float("nan"), "kl": numpy.float32("nan"), "max_abs": float("inf"), "program_bytes": numpy.int64(7)}
        file, = etscope._history._files([row], tmp_path)
        read = json.loads(Path(file).read_text(), parse_constant=pytest.fail)
        assert [read[key] for key in ("started", "cause", "kl", "max_abs", "program_bytes")] == ["2026-11-01T02:00:00+00:00", None, "NaN", "Infinity", 7], time
        assert etscope.history([row])["series"][0]["points"][0]["started"] == "2026-11-01T02:00:00+00:00"
    for nothing in (pandas.NaT, pandas.NA, numpy.datetime64("NaT"), None):
        file, = etscope._history._files([rows()[0] | {"started": nothing}], tmp_path)
        assert json.loads(Path(file).read_text())["started"] is None, nothing


def test_page(tmp_path: Path) -> None:
    etscope.history(NIGHTS, export="^[0-9-]+", budget=FIXTURES / "history" / "budgets.toml", output=tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and page.count("<svg class=\"chart\"") >= 6
    assert "bad since 2026-11-09" in page.lower() and "R5CT" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_what_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("name,value\na,1\n")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1" + bytes(64))
    for name, code in (("other.csv", "table-form"), ("broken.parquet", "table-form"), ("absent.csv", "file-unreadable")):
        with pytest.raises(etscope.Error) as told:
            etscope.history(tmp_path / name)
        assert told.value.code == code
    with pytest.raises(etscope.UsageError):
        etscope.history(NIGHTS, export="(")
    with pytest.raises(etscope.UsageError):
        etscope.history(NIGHTS, order="size")
