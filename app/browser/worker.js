"use strict";
// Behind wasi.js: answers questions of the page, one run of the command line each, in the order in which they come.
const state = {module: null, files: new Map()};

function rootOf() {
  const root = new Wasi.Folder();
  root.find("tmp", true);
  root.find("out", true);
  for (const [path, content] of state.files) {
    const {folder, name} = {folder: root.find(path.split("/").slice(0, -1).join("/"), true), name: path.split("/").pop()};
    folder.entries.set(name, content);
  }
  return root;
}

// Files below a folder, by their paths.
function filesBelow(folder, path, found) {
  for (const [name, content] of folder.entries)
    if (content instanceof Wasi.Folder) filesBelow(content, path + name + "/", found);
    else found.push({path: path + name, bytes: content.whole()});
  return found;
}

async function textOf(parts) { return new Blob(parts).text(); }

async function ask({id, words}) {
  const output = [], messages = [];
  let status = -1, error = "";
  const root = rootOf();
  try {
    status = Wasi.run(state.module, ["etscope-cli", ...words], root, ["TMPDIR=/tmp"],
                      (stream, bytes) => (stream === 1 ? output : messages).push(bytes));
  } catch (end) {
    error = end instanceof RangeError ? "the browser's stack or memory is not enough for this" : String(end && end.message || end);
  }
  const made = filesBelow(root.find("out"), "", []);
  let read = 0;
  for (const content of state.files.values()) read += content.read;
  postMessage({id, status, error, read, made, output: await textOf(output), messages: await textOf(messages)},
              made.map(file => file.bytes.buffer));
}

let before = Promise.resolve();
onmessage = ({data}) => {
  before = before.then(() => {
    if (data.module) state.module = data.module;
    if (data.files) state.files = new Map(data.files.map(({path, file}) => [path, new Wasi.Content(file)]));
    return data.words ? ask(data) : undefined;
  });
};
