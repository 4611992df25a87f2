"""check_browser.py PAGE CLI PROJECT: the page against the command line, in headless Chromium.

Every command below is run by both on the same files; what they print and write must be equal byte for byte, but for the last digits of
numbers that come from functions of the C library (exp, log10, …), which differ from system to system. Then every view of the page is opened: nothing on its console, no request, and of a large file only ranges are read. Exit status 77: there is no page or no
browser.
"""

import base64
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import chromium

page_file, cli, project = (pathlib.Path(one).resolve() for one in sys.argv[1:4])
if not page_file.exists() or not chromium.browser():
    print("skipped:", "no page (./dev wasm)" if not page_file.exists() else "no Chromium (./dev wasm test installs it)")
    sys.exit(77)

SAMPLE = project / "resources/samples/vlm"
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

# A worker of its own over the files that the page was given: what it answers, without what the page makes of it.
WORKER = """
  (async () => {
    const worker = new Worker(URL.createObjectURL(new Blob([document.getElementById("worker").textContent], {type: "text/javascript"})));
    const packed = Uint8Array.from(atob(document.getElementById("module").textContent), c => c.charCodeAt(0));
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const module = await WebAssembly.compile(await new Response(bytes).arrayBuffer());
    const files = Array.from(document.getElementById("files").files, file => ({path: file.name, file}));
    worker.postMessage({module, files});
    const text = bytes => { let all = ""; for (const b of bytes) all += String.fromCharCode(b); return btoa(all); };
    window.asked = words => new Promise(done => {
      worker.onmessage = ({data}) => done({...data, made: data.made.map(file => ({path: file.path, bytes: text(file.bytes)}))});
      worker.postMessage({id: 1, words});
    });
    return files.length;
  })()
"""


def native(words):
    """Status, output, messages and written files of the command line, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "out").mkdir()
        for name in FILES:
            (folder / name).symlink_to(SAMPLE / name)
        ran = subprocess.run([cli, *words], cwd=folder, capture_output=True, env={"TMPDIR": "/tmp", "PATH": "/usr/bin:/bin"})
        made = {path.relative_to(folder / "out").as_posix(): path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}
        return ran.returncode, ran.stdout, ran.stderr, made


# How long the report is follows from its digits, how much memory was in use from how many threads there are.
VARIES = {"report": rb"[\d.]+ KiB", "evaluate": rb'"peak_bytes":\d+'}
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def alike(left, right):
    """The same texts with the same numbers, but for their last digits."""
    numbers = zip(NUMBER.findall(left), NUMBER.findall(right))
    return NUMBER.split(left) == NUMBER.split(right) and all(math.isclose(float(a), float(b), rel_tol=1e-8) for a, b in numbers if a != b)


def difference(left, right):
    """Where two byte strings differ, for people."""
    at = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    return f"{len(left)} and {len(right)} bytes, at {at}: {left[max(0, at - 60):at + 40]!r} / {right[max(0, at - 60):at + 40]!r}"


failures = []
page = chromium.Page(page_file.resolve().as_uri())
try:
    page.run("new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))")
    page.give("#files", [SAMPLE / name for name in FILES])
    assert page.run(WORKER) == len(FILES)
    equal, close = 0, []
    for command in COMMANDS:
        words = command.split(" ")
        status, output, messages, made = native(words)
        answer = page.run(f"asked({words!r})")
        sides = [("status", b"%d" % status, b"%d" % answer["status"]), ("messages", messages, answer["messages"].encode())]
        theirs_output = answer["output"].encode()
        if words[0] in VARIES:
            output, theirs_output = (re.sub(VARIES[words[0]], b"", text, count=1) for text in (output, theirs_output))
        sides.append(("output", output, theirs_output))
        theirs = {one["path"]: base64.b64decode(one["bytes"]) for one in answer["made"]}
        sides.append(("files", str(sorted(made)).encode(), str(sorted(theirs)).encode()))
        sides += [(name, made[name], theirs[name]) for name in sorted(made.keys() & theirs.keys())]
        differs = [side for side in sides if side[1] != side[2]]
        wrong = [f"{what}: {difference(ours, browsers)}" for what, ours, browsers in differs if not alike(ours, browsers)]
        if answer["error"]:
            wrong.append(answer["error"])
        if wrong:
            failures.append(f"{command.replace(ALL, 'ALL')}\n    " + "\n    ".join(wrong))
        elif differs:
            close.append(command.replace(ALL, "ALL"))
        else:
            equal += 1
    print(f"{equal} of {len(COMMANDS)} commands equal, byte for byte; {len(close)} but for last digits: {', '.join(close)}")
    if equal < 30:
        failures.append("fewer than 30 commands are equal byte for byte")

    views = page.run("Array.from(document.querySelectorAll('#views button'), one => one.textContent)")
    for view in views:
        shown = page.run(f"""new Promise(done => {{
            addEventListener('answered', ({{detail}}) => done({{...detail, state: document.getElementById('state').textContent,
                className: document.getElementById('state').className, size: document.getElementById('answer').textContent.length +
                document.querySelectorAll('#answer img, #answer iframe').length}}), {{once: true}});
            Array.from(document.querySelectorAll('#views button')).find(one => one.textContent === {view!r}).click();
        }})""")
        if shown["view"] != view or shown["className"] == "error" or shown["size"] == 0:
            failures.append(f"view {view}: {shown}")
    print(f"{len(views)} views opened")
    if "the outputs differ" not in page.run("""new Promise(done => { addEventListener('answered', () =>
            done(document.getElementById('answer').textContent), {once: true}); document.querySelector('#views button').click(); })"""):
        failures.append("the verdict is not shown")
    loaded = page.run("""new Promise(done => { addEventListener('answered', () => { const image = document.querySelector('#answer img');
            image.decode().then(() => done(image.naturalWidth > 100), () => done(false)); }, {once: true});
            Array.from(document.querySelectorAll('#views button')).find(one => one.textContent === 'Graph').click(); })""")
    if not loaded:
        failures.append("the graph is no picture that the browser shows")
    if page.console:
        failures.append("on the console: " + "\n    ".join(page.console))
    beyond = [address for address in page.requests if not re.match(r"(file|data|blob|about):", address)]
    if beyond:
        failures.append(f"asked for: {beyond}")

    # A large file: its directory and side tables are read, not its weights.
    with tempfile.NamedTemporaryFile(suffix=".npy") as large:
        large.write(b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") +
                    b"{'descr': '<f4', 'fortran_order': False, 'shape': (268435456,), }".ljust(117) + b"\n")
        large.truncate(128 + (1 << 30))
        page.give("#files", [large.name])
        assert page.run(WORKER) == 1
        name = pathlib.Path(large.name).name
        answer = page.run(f"asked(['info', {name!r}, '--json'])")
        if answer["status"] != 0 or answer["read"] > 1 << 22:
            failures.append(f"of a file of 1 GiB {answer['read']} bytes were read, status {answer['status']}: {answer['messages']}")
        else:
            print(f"of a file of 1 GiB {answer['read']} bytes were read for info")

    # A report's link: the page that it opens is handed the record without weights.
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.html"
        subprocess.run([cli, "report", SAMPLE, "--viewer", page_file.as_uri().replace("file://", ""), "-o", report], check=True, capture_output=True)
        linked = chromium.Page(report.as_uri())
        try:
            linked.run("new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))")
            linked.run("document.getElementById('viewer').click()")
            linked.follow()
            shown = linked.run("""new Promise(done => {
                const look = () => /^\\d/.test(document.getElementById('state').textContent) ? done(document.body.innerText) : setTimeout(look, 100);
                look(); })""", 60)
            if "model.etrecord" not in shown or "text_decoder" not in linked.run(
                    "Promise.resolve([...document.querySelectorAll('#views button')].find(one => one.textContent === 'Overview').click()).then(() =>"
                    "new Promise(done => addEventListener('answered', () => done(document.getElementById('answer').textContent), {once: true})))"):
                failures.append(f"the report's link does not open its record: {shown[:300]!r}")
            else:
                print("a report's link opens its record")
            if linked.console:
                failures.append("on the consoles of the report and what it opens: " + "; ".join(linked.console))
        finally:
            linked.close()
finally:
    page.close()
for failure in failures:
    print("FAILED", failure)
sys.exit(1 if failures else 0)
