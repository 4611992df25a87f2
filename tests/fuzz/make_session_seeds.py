"""Packs files of the fixtures into seeds of fuzz_session: one byte for the form of the commands, then the files with a mark between.

    python3 tests/fuzz/make_session_seeds.py                       writes the committed ones to tests/fuzz/corpus/session, and those
                                                                   of fuzz_conversation and fuzz_run_record to theirs
    python3 tests/fuzz/make_session_seeds.py OUT FIXTURES...       every sensible pair and triple of each fixture's files"""
import io
import json
import pathlib
import sys
import zipfile

MARK = b"\xe7file\x00\xff\n"
HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"

# Name of the seed: files of one session. Small ones: the corpus is replayed by every run of the tests.
SEEDS = {
    "record": ["tiny/model.etrecord"],
    "record-program": ["trivial/model.pte", "tiny/model.etrecord"],
    "record-program-output": ["trivial/model.etrecord", "trivial/model.pte", "trivial/out-forward-0-0.npy"],
    "archive-torch": ["variants/archive.pt2", "variants/views.pt"],
    "torch-legacy": ["variants/legacy.pt", "variants/big_endian.pt", "trivial/model.pte"],
    "old-layout": ["variants/g4.etrecord", "trivial/model.pte"],
    "lowered": ["variants/lowered.etrecord"],
}
LARGEST = 64 * 1024


def pack(paths, form):
    return bytes([form]) + MARK.join(path.read_bytes() for path in paths)


def write(folder, seeds):
    folder.mkdir(parents=True, exist_ok=True)
    for number, (name, paths) in enumerate(sorted(seeds.items())):
        packed = pack(paths, number % 4)
        if len(packed) <= LARGEST:
            (folder / name).write_bytes(packed)


def of_trace(folder):
    """The trace with all its values in one archive, by the byte that says what is there beside it."""
    lines, archive = [], io.BytesIO()
    with zipfile.ZipFile(archive, "w") as values:
        for line in (folder / "trace.jsonl").read_text().splitlines():
            one = json.loads(line)
            for key in ("inputs", "outputs"):
                names = one.get(key) or []
                for name in names:
                    values.writestr(zipfile.ZipInfo(name), (folder / name).read_bytes())
                if names:
                    one[key] = ["values.npz#" + name.removesuffix(".npy") for name in names]
            lines.append(json.dumps(one, ensure_ascii=False))
    config = json.loads((folder / "tokenizer_config.json").read_text()) | json.loads((folder / "preprocessor_config.json").read_text())
    files = ["\n".join(lines).encode(), (folder / "tokenizer.json").read_bytes(), json.dumps(config).encode()]
    for number, last in enumerate((archive.getvalue(), (folder / "img-0.png").read_bytes(), (folder / "c0-i0.npy").read_bytes())):
        for form in (0, 7):
            yield f"talk-{number}-{form}", bytes([form]) + MARK.join([*files, last])


def of_folder(folder):
    """Every sensible pair and triple of a fixture's files."""
    kinds = {"record": "*.etrecord", "program": "*.pte", "bundle": "*.bpte", "data": "*.ptd", "dump": "*.etdp", "buffer": "*.dbg"}
    there = {kind: files[0] for kind, pattern in kinds.items() if (files := sorted(folder.glob(pattern)))}
    sets = ["program", "bundle", "record", "program dump", "record program", "record dump", "program dump buffer",
            "bundle dump buffer", "program data dump buffer", "record bundle dump buffer", "record program dump buffer"]
    return {f"{folder.name}-{one.replace(' ', '-')}": [there[kind] for kind in one.split()]
            for one in sets if all(kind in there for kind in one.split())}


if __name__ == "__main__":
    if len(sys.argv) == 1:
        write(HERE / "corpus" / "session", {name: [FIXTURES / path for path in paths] for name, paths in SEEDS.items()})
        talks = HERE / "corpus" / "conversation"
        talks.mkdir(parents=True, exist_ok=True)
        for name, content in of_trace(FIXTURES / "conversations" / "talk"):
            (talks / name).write_bytes(content)
    for argument in sys.argv[2:]:
        for folder in sorted(pathlib.Path(argument).glob("*/")):
            write(pathlib.Path(sys.argv[1]), of_folder(folder))
