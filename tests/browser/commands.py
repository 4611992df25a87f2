"""Commands on the sample that the command line answers alike wherever it runs, and what compares two of it."""

import math
import pathlib
import re
import subprocess
import tempfile

SAMPLE = pathlib.Path(__file__).parents[2] / "resources/samples/vlm"
FILES = sorted(path.name for path in SAMPLE.iterdir() if path.suffix != ".md")
ALL, RECORD, PROGRAM = " ".join(FILES), "model.etrecord", "model.pte"
COMMANDS = [
    f"info {ALL} --json",
    f"verdict {ALL} --json",
    f"graph {ALL} --method text_decoder --stage edge --json",
    f"graph {ALL} --method vision_encoder --stage exported --json",
    f"graph {ALL} --method text_decoder --stage program --json",
    f"graph {ALL} --method text_decoder --stage edge --svg out/graph.svg",
    f"graph {ALL} --method vision_encoder --stage edge --dot --collapsed",
    f"tensors {ALL} --json",
    f"tensors {RECORD} --hash --json",
    f"tensors {PROGRAM} --delegates --json",
    f"tensor {RECORD} patch_embedding.weight --values --json",
    f"tensor {RECORD} patch_embedding.weight --method vision_encoder --stage edge --export out/weight.npy",
    f"tensor {RECORD} patch_embedding.weight --method vision_encoder --stage edge --image out/weight.png",
    f"handles {ALL} --json",
    f"metadata {ALL} --json",
    f"named-data {ALL} --json",
    f"delegates {ALL} --json",
    f"containers {ALL} --json",
    f"listing {ALL} --json",
    f"quantisation {ALL} --json",
    f"undelegated {ALL} --json",
    f"kernels {ALL} --json",
    f"related {ALL} --of vision_encoder/program/0/1 --json",
    f"hex {PROGRAM} --length 256 --json",
    f"memory {ALL} --json",
    f"sizes {ALL} --json",
    f"events {ALL} --json",
    f"check {ALL} --json",
    f"stages {ALL} --json",
    f"gap {ALL} --method vision_encoder --json",
    f"gap {ALL} --method text_decoder --reference computed --json",
    f"drift {ALL} --method vision_encoder --json",
    f"compare {ALL} --json",
    f"tokens {ALL} --json",
    f"diff {RECORD} {RECORD} --json",
    f"verify {ALL} --json",
    f"lint {ALL} --json",
    f"evaluate {RECORD} --method vision_encoder --plan --json",
    f"evaluate {RECORD} --method vision_encoder --export out/values.npz --json",
    f"report {ALL} -o out/report.html",
    f"slim {RECORD} -o out/slim.etrecord",
    f"bundle {PROGRAM} --from-record {RECORD} -o out/new.bpte",
    f"info {ALL} --csv",
    f"sizes {ALL}",
    f"info {ALL} --no-such-option",
    "info missing.pte --json",
]


def run(program, words, files=None, environment={}):
    """Status, output, messages and written files of the command line, in a folder of its own with these files (name to path)."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "out").mkdir()
        for name, path in (files or {name: SAMPLE / name for name in FILES}).items():
            (folder / name).symlink_to(path)
        # Not by pipes: what wine starts in passing keeps them open.
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
            status = subprocess.run([*program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=messages,
                                    env={"TMPDIR": "/tmp", "PATH": "/usr/bin:/bin", **environment}).returncode
            said = [file.seek(0) or file.read() for file in (output, messages)]
        made = {path.relative_to(folder / "out").as_posix(): path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}
        return status, *said, made


def difference(left, right):
    """Where two byte strings differ, for people."""
    at = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    return f"{len(left)} and {len(right)} bytes, at {at}: {left[max(0, at - 60):at + 40]!r} / {right[max(0, at - 60):at + 40]!r}"


# How long the report is follows from its digits, how much memory was in use from how many threads there are.
VARIES = {"report": rb"[\d.]+ KiB", "evaluate": rb'"peak_bytes":\d+'}
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def alike(left, right):
    """The same texts with the same numbers, but for their last digits."""
    numbers = zip(NUMBER.findall(left), NUMBER.findall(right))
    return NUMBER.split(left) == NUMBER.split(right) and all(math.isclose(float(a), float(b), rel_tol=1e-8) for a, b in numbers if a != b)


def compare(words, ours, theirs):
    """Whether two results of run() are equal byte for byte, and what is wrong: what differs in more than last digits, a line each."""
    outputs = [re.sub(VARIES[words[0]], b"", one[1], count=1) if words[0] in VARIES else one[1] for one in (ours, theirs)]
    sides = [("status", b"%d" % ours[0], b"%d" % theirs[0]), ("output", *outputs), ("messages", ours[2], theirs[2]),
             ("files", str(sorted(ours[3])).encode(), str(sorted(theirs[3])).encode())]
    sides += [(name, ours[3][name], theirs[3][name]) for name in sorted(ours[3].keys() & theirs[3].keys())]
    differ = [side for side in sides if side[1] != side[2]]
    return not differ, [f"{what}: {difference(left, right)}" for what, left, right in differ if not alike(left, right)]
