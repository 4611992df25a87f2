"""page.py OUTPUT MODULE VERSION: the page of app/browser with all that it needs inside, as one file.

The module is packed (gzip, base64). What may run is named by its hash: the page's script, and that of the HTML report, which is
shown in the page.
"""

import base64
import gzip
import hashlib
import pathlib
import sys

output, module, version = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
project = pathlib.Path(__file__).resolve().parents[2]
page, report = project / "app/browser", project / "resources/report"


def text(path):
    return path.read_text(encoding="utf-8")


def source_of(script):
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


light, dark = text(report / "light.css").strip(), text(report / "dark.css").strip()
style = (":root{color-scheme:light dark;" + light + "}\n@media (prefers-color-scheme:dark){:root{" + dark + "}}\n" + text(page / "page.css"))
script, worker = text(page / "page.js"), text(page / "wasi.js") + text(page / "worker.js")
assert "</script" not in script + worker
policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: blob:; style-src 'unsafe-inline'; worker-src blob:; "
          f"script-src {source_of(script)} {source_of(text(report / 'page.js'))} 'wasm-unsafe-eval'")
parts = {
    "POLICY": policy,
    "STYLE": style,
    "VERSION": version,
    "MODULE": base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode(),
    "WORKER": worker,
    "SCRIPT": script,
}
html = text(page / "index.html")
for name, part in parts.items():
    before, after = html.split(f"@{name}@")
    html = before + part + after
output.parent.mkdir(parents=True, exist_ok=True)
output.write_text(html, encoding="utf-8")
