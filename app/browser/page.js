"use strict";
// The page: what is open, which question is asked of it, how its answer looks. Answers are those of etscope-cli: a worker runs it.
(() => {
  const $ = id => document.getElementById(id);
  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const kMostRows = 2000;

  let files = [], worker = null, module = null, last = 0, current = null, methods = [];
  const waiting = new Map();

  async function compiled() {
    if (module) return module;
    const packed = Uint8Array.from(atob($("module").textContent), c => c.charCodeAt(0));
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return module = await WebAssembly.compile(await new Response(bytes).arrayBuffer());
  }

  // A worker that knows the module and the files; what another still computes is given up.
  async function restart() {
    if (worker) worker.terminate();
    for (const done of waiting.values()) done(null);
    waiting.clear();
    const from = URL.createObjectURL(new Blob([$("worker").textContent], {type: "text/javascript"}));
    const fresh = worker = new Worker(from);
    URL.revokeObjectURL(from);
    fresh.onmessage = ({data}) => {
      const done = waiting.get(data.id);
      waiting.delete(data.id);
      if (done) done(data);
    };
    const ready = await compiled();
    fresh.postMessage({module: ready, files});
  }

  // The answer of one run; null: it was given up.
  function ask(words) {
    const id = ++last;
    return new Promise(done => {
      waiting.set(id, done);
      worker.postMessage({id, words});
    });
  }

  const quoted = word => /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
  const names = () => files.map(one => one.path);
  const bytesText = n => n < 1024 ? n + " B" : n < 1 << 20 ? (n / 1024).toFixed(1) + " KiB" : (n / (1 << 20)).toFixed(1) + " MiB";

  // RFC 4180.
  function rowsOf(csv) {
    const rows = [];
    let row = [], cell = "", isQuoted = false;
    for (let i = 0; i < csv.length; ++i) {
      const c = csv[i];
      if (isQuoted) {
        if (c !== '"') cell += c;
        else if (csv[i + 1] === '"') cell += csv[++i];
        else isQuoted = false;
      } else if (c === '"') {
        isQuoted = true;
      } else if (c === "," || c === "\n") {
        row.push(cell);
        cell = "";
        if (c === "\n") {
          rows.push(row);
          row = [];
        }
      } else if (c !== "\r") {
        cell += c;
      }
    }
    return rows;
  }

  function tableOf(csv) {
    const [head, ...rows] = rowsOf(csv);
    if (!head || rows.length === 0) return make("p", {className: "quiet", textContent: "There is nothing of it in these files."});
    const isNumber = head.map((_, c) => rows.every(row => row[c] === "" || !Number.isNaN(Number(row[c]))));
    let order = rows.slice(), by = -1, way = 1;
    const body = make("tbody"), said = make("p", {className: "quiet"});
    const fill = () => body.replaceChildren(...order.slice(0, kMostRows).map(row => make("tr", {},
      ...row.map((text, c) => make("td", {textContent: text, className: isNumber[c] ? "number" : ""})))));
    const heads = head.map((title, c) => {
      const button = make("button", {type: "button", textContent: title});
      const cell = make("th", {scope: "col"}, button);
      button.onclick = () => {
        way = by === c ? -way : 1;
        by = c;
        order = rows.slice().sort((a, b) => way * (isNumber[c] ? Number(a[c]) - Number(b[c]) : a[c] < b[c] ? -1 : a[c] > b[c] ? 1 : 0));
        heads.forEach(one => one.removeAttribute("aria-sort"));
        cell.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
        fill();
      };
      return cell;
    });
    said.textContent = rows.length > kMostRows ? `${rows.length} rows, the first ${kMostRows} are shown` : `${rows.length} rows`;
    fill();
    return make("div", {}, said, make("div", {className: "frame"}, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body)));
  }

  function saved(name, parts, type) {
    const link = make("a", {download: name, textContent: "Save " + name, className: "button"});
    link.href = URL.createObjectURL(new Blob(parts, {type}));
    return link;
  }

  function verdictOf(text) {
    const document = JSON.parse(text), box = make("div");
    const word = {match: "the outputs match", differ: "the outputs differ", unknown: "whether the outputs match is unknown"};
    box.append(make("p", {}, make("span", {className: "verdict " + document.state, textContent: word[document.state] || document.state})));
    box.append(make("ul", {}, ...document.sentences.map(one => make("li", {textContent: one.text}))));
    if (document.causes.length > 0)
      box.append(make("h2", {textContent: "Possible causes"}),
                 make("ul", {}, ...document.causes.map(one => make("li", {textContent: [one.state, one.kind, one.action].filter(Boolean).join(" – ")}))));
    return box;
  }

  // Views: words behind the files, and what is made of the answer.
  const table = (title, command) => ({title, words: () => [command, ...names(), "--csv"], show: answer => tableOf(answer.output)});
  const ofMethod = (title, command) => ({title, choices: ["method"], words: choice => [command, ...names(), "--method", choice.method, "--csv"],
                                         show: answer => tableOf(answer.output)});
  const views = [
    {title: "Verdict", words: () => ["verdict", ...names(), "--json"], show: answer => verdictOf(answer.output)},
    {title: "Overview", words: () => ["info", ...names()], show: answer => make("pre", {textContent: answer.output})},
    {title: "Graph", choices: ["method", "stage", "depth"],
     words: choice => ["graph", ...names(), "--method", choice.method, "--stage", choice.stage, "--svg", "out/graph.svg",
                       ...(choice.depth === "all" ? [] : choice.depth === "0" ? ["--collapsed"] : ["--depth", choice.depth])],
     show: answer => {
       const picture = answer.made[0];
       if (!picture) return "";
       // A picture: nothing in it can run.
       const image = make("img", {alt: "Graph", src: URL.createObjectURL(new Blob([picture.bytes], {type: "image/svg+xml"}))});
       return make("div", {}, make("p", {}, saved("graph.svg", [picture.bytes], "image/svg+xml")), make("div", {className: "frame"}, image));
     }},
    table("Metadata", "metadata"), table("Sizes", "sizes"), table("Tensors", "tensors"), table("Named data", "named-data"),
    table("Memory", "memory"), table("Delegates", "delegates"), table("Outside delegates", "undelegated"), table("Kernels", "kernels"),
    table("Weights", "quantisation"), table("Events", "events"), table("Outputs", "compare"), table("Calls", "check"),
    ofMethod("Gap", "gap"), table("Stages", "stages"), table("Tokens", "tokens"), table("Handles", "handles"),
    table("Findings", "lint"), table("Integrity", "verify"),
    {title: "Report", words: () => ["report", ...names(), "-o", "out/report.html"],
     show: answer => {
       const page = answer.made[0];
       if (!page) return "";
       const frame = make("iframe", {title: "Report", srcdoc: new TextDecoder().decode(page.bytes)});
       frame.setAttribute("sandbox", "allow-scripts");
       return make("div", {}, make("p", {}, saved("report.html", [page.bytes], "text/html")), frame);
     }},
    {title: "Any command", choices: ["command"], words: choice => choice.command.split(" ").filter(Boolean),
     show: answer => make("div", {}, make("pre", {textContent: answer.output}),
                          ...answer.made.map(file => make("p", {}, saved(file.path.split("/").pop(), [file.bytes], "application/octet-stream"))))},
  ];

  function stagesOf(method) {
    const found = methods.find(one => one.name === method);
    return found ? found.stages : [];
  }

  const choice = {method: "", stage: "", depth: "1", command: ""};
  function chooser(name) {
    const label = make("label", {textContent: name + " "});
    if (name === "command") {
      if (!choice.command) choice.command = ["info", ...names().map(quoted), "--json"].join(" ");
      const field = make("input", {type: "text", value: choice.command, spellcheck: false});
      const go = () => {
        choice.command = field.value;
        show(current);
      };
      field.onkeydown = event => { if (event.key === "Enter") go(); };
      label.append("etscope-cli ", field, make("button", {type: "button", textContent: "Run", onclick: go}));
      return label;
    }
    const values = name === "method" ? methods.map(one => one.name) : name === "stage" ? stagesOf(choice.method) : ["0", "1", "2", "3", "all"];
    if (!values.includes(choice[name])) choice[name] = values.includes("edge") ? "edge" : values[0] || "";
    const list = make("select", {}, ...values.map(value => make("option", {value, textContent: value, selected: value === choice[name]})));
    list.onchange = () => {
      choice[name] = list.value;
      show(current);
    };
    label.append(list);
    return label;
  }

  async function show(view) {
    if (waiting.size > 0) await restart();
    current = view;
    for (const button of $("views").querySelectorAll("button"))
      button.toggleAttribute("aria-current", button.textContent === view.title);
    for (const button of $("views").querySelectorAll("[aria-current]")) button.setAttribute("aria-current", "page");
    $("choices").replaceChildren(...(view.choices || []).map(chooser));
    const words = view.words(choice);
    $("words").textContent = ["etscope-cli", ...words.map(quoted)].join(" ");
    $("answer").replaceChildren();
    $("messages").hidden = true;
    $("state").className = "";
    $("state").textContent = "Computing …";
    const began = performance.now(), answer = await ask(words);
    if (answer === null || current !== view) return;
    $("state").textContent = answer.error || `${((performance.now() - began) / 1000).toFixed(1)} s`;
    $("state").className = answer.error ? "error" : "quiet";
    $("read").textContent = " – " + bytesText(answer.read) + " of the files were read, by ranges";
    $("messages").textContent = answer.messages;
    $("messages").hidden = answer.messages === "";
    try {
      if (answer.output !== "" || answer.made.length > 0) $("answer").append(view.show(answer));
    } catch (error) {
      $("answer").replaceChildren(make("pre", {textContent: answer.output}));
    }
    window.dispatchEvent(new CustomEvent("answered", {detail: {view: view.title, status: answer.status}}));
  }

  async function open(added) {
    for (const one of added) files = files.filter(old => old.path !== one.path).concat(one);
    files.sort((a, b) => a.path < b.path ? -1 : 1);
    $("list").replaceChildren(...files.map(({path, file}) => make("li", {textContent: path + " ", title: path},
      make("span", {className: "quiet", textContent: bytesText(file.size)}))));
    $("work").hidden = files.length === 0;
    $("clear").hidden = files.length === 0;
    choice.command = "";
    if (files.length === 0) return;
    $("state").textContent = "Starting …";
    await restart();
    const info = await ask(["info", ...names(), "--json"]);
    if (info === null) return;
    try {
      methods = JSON.parse(info.output).methods;
    } catch (error) {
      methods = [];
    }
    show(current || views[0]);
  }

  // Files of a dropped folder, with their paths in it.
  async function below(entry, path) {
    if (entry.isFile) return [{path: path + entry.name, file: await new Promise((done, failed) => entry.file(done, failed))}];
    const reader = entry.createReader(), found = [];
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0) return found;
      for (const one of some) found.push(...await below(one, path + entry.name + "/"));
    }
  }

  const chosen = list => Array.from(list, file => ({path: file.webkitRelativePath || file.name, file}));
  $("files").onchange = event => open(chosen(event.target.files));
  $("folder").onchange = event => open(chosen(event.target.files));
  $("clear").onclick = () => {
    files = [];
    current = null;
    open([]);
  };
  document.ondragover = event => {
    event.preventDefault();
    $("drop").classList.add("over");
  };
  document.ondragleave = () => $("drop").classList.remove("over");
  document.ondrop = async event => {
    event.preventDefault();
    $("drop").classList.remove("over");
    const entries = Array.from(event.dataTransfer.items, item => item.webkitGetAsEntry()).filter(Boolean);
    const found = [];
    for (const entry of entries) found.push(...await below(entry, ""));
    open(found);
  };
  $("views").append(...views.map(view => make("li", {}, make("button", {type: "button", textContent: view.title, onclick: () => show(view)}))));

  // A page that opened this one may hand over files: a report hands over its session's slim record.
  window.addEventListener("message", ({data}) => {
    if (data && data.etscope === "open" && Array.isArray(data.files))
      open(data.files.filter(one => one.file instanceof Blob).map(({path, file}) => ({path: String(path).replace(/^\/+/, ""), file: new File([file], "record")})));
  });
  if (window.opener) window.opener.postMessage({etscope: "ready"}, "*");
})();
