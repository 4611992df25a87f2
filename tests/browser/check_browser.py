"""check_browser.py PAGE CLI: the page against the command line, in headless Chromium.

Every command of commands.py is run by both on the same files; what they print and write must be equal byte for byte, but for the last digits of
numbers that come from functions of the C library (exp, log10, …), which differ from system to system. Then every view of the page is opened: nothing on its console, no request, and of a large file only ranges are read. Exit status 77: there is no page or no
browser.
"""

import base64
import pathlib
import re
import subprocess
import sys
import tempfile

import chromium
from commands import ALL, COMMANDS, FILES, SAMPLE, compare, run

page_file, cli = (pathlib.Path(one).resolve() for one in sys.argv[1:3])
if not page_file.exists() or not chromium.browser():
    print("skipped:", "no page (./dev wasm)" if not page_file.exists() else "no Chromium (./dev wasm test installs it)")
    sys.exit(77)

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


failures = []
page = chromium.Page(page_file.resolve().as_uri())
try:
    page.run("new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))")
    page.give("#files", [SAMPLE / name for name in FILES])
    assert page.run(WORKER) == len(FILES)
    equal, close = 0, []
    for command in COMMANDS:
        words = command.split(" ")
        answer = page.run(f"asked({words!r})")
        theirs = (answer["status"], answer["output"].encode(), answer["messages"].encode(),
                  {one["path"]: base64.b64decode(one["bytes"]) for one in answer["made"]})
        same, wrong = compare(words, run([cli], words), theirs)
        if answer["error"]:
            wrong.append(answer["error"])
        if wrong:
            failures.append(f"{command.replace(ALL, 'ALL')}\n    " + "\n    ".join(wrong))
        elif not same:
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
