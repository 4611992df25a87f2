"""Tables: CSV, pandas, and Apache Arrow's C stream."""

from __future__ import annotations

import csv
import io
import math
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import etscope
from conftest import folders

pyarrow = pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
TABLES = ["info", "tensors", "handles", "metadata", "named_data", "delegates", "memory", "sizes", "events", "compare", "verify", "lint"]


def _documents() -> list[tuple[str, etscope.Document]]:
    made = []
    for folder in folders():
        session = etscope.open(folder, progress=False)
        for name in TABLES:
            try:
                answer = getattr(session, name)()
            except etscope.Error:
                continue
            made.append((f"{folder.name}/{name}", answer.document if name == "tensors" else answer))
    return made


def _same(left: Any, right: Any) -> bool:
    both_nan = isinstance(left, float) and isinstance(right, float) and math.isnan(left) and math.isnan(right)
    return both_nan or left == right


@pytest.fixture(scope="module")
def documents() -> list[tuple[str, etscope.Document]]:
    return _documents()


def test_arrow_has_what_columns_have(documents: list[tuple[str, etscope.Document]]) -> None:
    rows = 0
    for name, document in documents:
        columns = document.columns()
        table = pyarrow.table(document)
        table.validate(full=True)
        assert table.column_names == list(columns), name
        for title, values in columns.items():
            given = table[title].to_pylist()
            if pyarrow.types.is_string(table[title].type):  # mixed columns are text
                assert [v is None for v in given] == [v is None for v in values], (name, title)
                values = [v if v is None or isinstance(v, str) else given[i] for i, v in enumerate(values)]
            assert all(map(_same, given, values)), (name, title)
            rows += len(values)
    assert rows > 1000


def test_arrow_types_follow_the_values(sample: etscope.Session) -> None:
    schema = pyarrow.table(sample.tensors()).schema
    assert schema.field("name").type == pyarrow.string()
    assert schema.field("bytes").type == pyarrow.int64()
    assert pyarrow.table(sample.compare()).schema.field("max_rel").type == pyarrow.float64()
    assert pyarrow.table(sample.undelegated()).num_columns == 9


def test_a_stream_is_released_unread(sample: etscope.Session) -> None:
    for _ in range(1000):
        sample.info().__arrow_c_stream__()


def test_parts_of_a_table_outlive_it(sample: etscope.Session) -> None:
    column = pyarrow.table(sample.tensors())["name"].chunk(0)
    assert column.to_pylist() == [tensor.name for tensor in sample.tensors()]


def test_pandas_has_what_columns_have(documents: list[tuple[str, etscope.Document]]) -> None:
    for name, document in documents:
        frame = document.to_pandas()
        columns = document.columns()
        assert list(frame.columns) == list(columns), name
        for title, values in columns.items():
            assert frame[title].isna().tolist() == [v is None or v != v for v in values], (name, title)
            if values and all(isinstance(v, int) and not isinstance(v, bool) for v in values):
                assert frame[title].dtype == "int64", (name, title)
                assert frame[title].tolist() == values


def test_csv_has_the_same_rows(documents: list[tuple[str, etscope.Document]]) -> None:
    for name, document in documents:
        rows = list(csv.reader(io.StringIO(document.csv())))
        columns = document.columns()
        assert rows[0] == list(columns), name
        assert len(rows) - 1 == max((len(values) for values in columns.values()), default=0), name


def test_what_has_no_table_says_so(sample: etscope.Session, tmp_path: Path) -> None:
    document = sample.document("graph", method="text_decoder", stage="edge", svg=tmp_path / "graph.svg")
    assert not document and (tmp_path / "graph.svg").exists()
    with pytest.raises(etscope.Error) as caught:
        document.columns()
    assert caught.value.code == "no-table"


def test_a_document_reads_like_a_dict(sample: etscope.Session) -> None:
    document = sample.info()
    assert pickle.loads(pickle.dumps(document)) == dict(document) == document
    assert json.loads(json.dumps(document.to_dict())) == document
    assert "text_decoder" in str(document) and "etscope.info/1" in repr(document)
    assert not sample.info().failed
