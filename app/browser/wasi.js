"use strict";
// What the command line asks a system for (WASI, preview 1), over files that are dropped and files in memory. Nothing but memory is
// written, and of a dropped file only the ranges that are asked for are read. One program at a time.
const Wasi = (() => {
  const errno = {ok: 0, access: 2, badFile: 8, exists: 20, invalid: 28, isFolder: 31, noEntry: 44, noSystem: 52, notFolder: 54,
                 notEmpty: 55, notPermitted: 63};
  const type = {device: 2, folder: 3, file: 4};
  const allRights = (1n << 30n) - 1n;
  const block = 1 << 16, mostBlocks = 64;
  let lastNode = 1n;

  // A file's content: bytes in memory that grow, or a dropped File that is read by ranges.
  class Content {
    constructor(file) {
      this.node = ++lastNode;
      this.file = file || null;
      this.bytes = new Uint8Array(0);
      this.length = file ? file.size : 0;
      this.modified = BigInt(file ? file.lastModified : Date.now()) * 1000000n;
      this.read = 0;  // bytes of the dropped file
      this.blocks = new Map();  // of it, by their place: many reads are of a few bytes
    }
    slice(offset, size) {
      const end = Math.min(this.length, offset + size);
      if (offset >= end) return new Uint8Array(0);
      if (!this.file) return this.bytes.subarray(offset, end);
      const first = offset - offset % block;
      if (end > first + block) return this.range(offset, end);
      let bytes = this.blocks.get(first);
      if (!bytes) {
        bytes = this.range(first, Math.min(this.length, first + block));
        if (this.blocks.size >= mostBlocks) this.blocks.delete(this.blocks.keys().next().value);
        this.blocks.set(first, bytes);
      }
      return bytes.subarray(offset - first, end - first);
    }
    range(from, to) {
      this.read += to - from;
      return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.file.slice(from, to)));
    }
    write(offset, bytes) {
      const end = offset + bytes.length;
      if (end > this.bytes.length) {
        const grown = new Uint8Array(Math.max(end, 2 * this.bytes.length, 4096));
        grown.set(this.bytes.subarray(0, this.length));
        this.bytes = grown;
      }
      this.bytes.set(bytes, offset);
      this.length = Math.max(this.length, end);
    }
    resize(size) {
      if (size > this.length) this.write(size - 1, new Uint8Array(1));
      this.bytes.fill(0, size, this.length);
      this.length = size;
    }
    whole() { return this.bytes.slice(0, this.length); }
  }

  class Folder {
    constructor() {
      this.node = ++lastNode;
      this.entries = new Map();
    }
    // The entry of a path; undefined: there is none. `made` makes the folders on the way.
    find(path, made) {
      let at = this;
      for (const name of path.split("/")) {
        if (name === "" || name === ".") continue;
        if (!(at instanceof Folder)) return undefined;
        if (name === "..") return undefined;  // nothing lies outside
        if (made && !at.entries.has(name)) at.entries.set(name, new Folder());
        at = at.entries.get(name);
      }
      return at;
    }
    // The folder that a path's last name stands in, and that name.
    place(path) {
      const names = path.split("/").filter(name => name !== "" && name !== ".");
      const name = names.pop();
      return {folder: this.find(names.join("/")), name};
    }
  }

  class Exit extends Error {
    constructor(status) {
      super("exit " + status);
      this.status = status;
    }
  }

  const text = new TextEncoder(), fromText = new TextDecoder();

  // Runs `module` with `words` in `root`; what it says goes to `said(descriptor, bytes)`. Its exit status.
  function run(module, words, root, environment, said) {
    let memory;
    const open = [0, 1, 2].map(number => ({stream: number}));
    open.push({content: root, name: "/"});
    const view = () => new DataView(memory.buffer);
    const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
    const pathAt = (at, size) => fromText.decode(bytes(at, size).slice());
    const texts = list => list.map(one => text.encode(one + "\0"));
    const environmentTexts = texts(environment), wordTexts = texts(words);

    function sizes(list, count, total) {
      view().setUint32(count, list.length, true);
      view().setUint32(total, list.reduce((sum, one) => sum + one.length, 0), true);
      return errno.ok;
    }
    function put(list, pointers, at) {
      for (const one of list) {
        view().setUint32(pointers, at, true);
        bytes(at, one.length).set(one);
        pointers += 4;
        at += one.length;
      }
      return errno.ok;
    }
    // The folder that the path starts in.
    const start = descriptor => open[descriptor] && open[descriptor].content instanceof Folder ? open[descriptor].content : null;

    function fileStat(at, content) {
      const isFolder = content instanceof Folder, v = view();
      v.setBigUint64(at, 1n, true);
      v.setBigUint64(at + 8, content ? content.node : 0n, true);
      v.setBigUint64(at + 16, 0n, true);
      v.setUint8(at + 16, !content ? type.device : isFolder ? type.folder : type.file);
      v.setBigUint64(at + 24, 1n, true);
      v.setBigUint64(at + 32, BigInt(content && !isFolder ? content.length : 0), true);
      for (const time of [40, 48, 56]) v.setBigUint64(at + time, content && !isFolder ? content.modified : 0n, true);
      return errno.ok;
    }
    // Calls `each(address, size)` for every part of a list of buffers until it gives less than asked; the sum.
    function parts(list, count, each) {
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const size = view().getUint32(list + 8 * i + 4, true);
        const done = each(view().getUint32(list + 8 * i, true), size, sum);
        sum += done;
        if (done < size) break;
      }
      return sum;
    }
    function readAt(content, list, count, offset, result) {
      const sum = parts(list, count, (at, size, before) => {
        const got = content.slice(offset + before, size);
        bytes(at, got.length).set(got);
        return got.length;
      });
      view().setUint32(result, sum, true);
      return sum;
    }
    function writeAt(content, list, count, offset, result) {
      const sum = parts(list, count, (at, size, before) => {
        content.write(offset + before, bytes(at, size));
        return size;
      });
      view().setUint32(result, sum, true);
      return sum;
    }
    const fileOf = descriptor => open[descriptor] && open[descriptor].content instanceof Content ? open[descriptor] : null;

    const calls = {
      args_sizes_get: (count, total) => sizes(wordTexts, count, total),
      args_get: (pointers, at) => put(wordTexts, pointers, at),
      environ_sizes_get: (count, total) => sizes(environmentTexts, count, total),
      environ_get: (pointers, at) => put(environmentTexts, pointers, at),
      clock_res_get: (clock, at) => (view().setBigUint64(at, 1000000n, true), errno.ok),
      clock_time_get: (clock, precision, at) => {
        const time = clock === 0 ? BigInt(Date.now()) * 1000000n : BigInt(Math.round(performance.now() * 1000)) * 1000n;
        view().setBigUint64(at, time, true);
        return errno.ok;
      },
      random_get: (at, size) => {
        for (let done = 0; done < size; done += 65536) {
          const part = new Uint8Array(Math.min(65536, size - done));
          crypto.getRandomValues(part);
          bytes(at + done, part.length).set(part);
        }
        return errno.ok;
      },
      sched_yield: () => errno.ok,
      proc_exit: status => { throw new Exit(status); },
      // Only to sleep or to wait for a stream: all that is asked for is there.
      poll_oneoff: (from, to, count, result) => {
        for (let i = 0; i < count; ++i) {
          bytes(to + 32 * i, 32).fill(0);
          view().setBigUint64(to + 32 * i, view().getBigUint64(from + 48 * i, true), true);
          view().setUint8(to + 32 * i + 10, view().getUint8(from + 48 * i + 8));
        }
        view().setUint32(result, count, true);
        return errno.ok;
      },

      fd_prestat_get: (descriptor, at) => {
        if (descriptor !== 3) return errno.badFile;
        view().setUint32(at, 0, true);
        view().setUint32(at + 4, 1, true);
        return errno.ok;
      },
      fd_prestat_dir_name: (descriptor, at) => (bytes(at, 1).set([47]), errno.ok),
      fd_fdstat_get: (descriptor, at) => {
        const one = open[descriptor];
        if (!one) return errno.badFile;
        bytes(at, 24).fill(0);
        view().setUint8(at, one.stream !== undefined ? 0 : one.content instanceof Folder ? type.folder : type.file);
        view().setUint16(at + 2, one.append ? 1 : 0, true);
        view().setBigUint64(at + 8, allRights, true);
        view().setBigUint64(at + 16, allRights, true);
        return errno.ok;
      },
      fd_fdstat_set_flags: () => errno.ok,
      fd_advise: () => errno.ok,
      fd_sync: () => errno.ok,
      fd_datasync: () => errno.ok,
      fd_filestat_get: (descriptor, at) => open[descriptor] ? fileStat(at, open[descriptor].content) : errno.badFile,
      fd_filestat_set_size: (descriptor, size) => {
        const one = fileOf(descriptor);
        if (!one || one.content.file) return errno.badFile;
        one.content.resize(Number(size));
        return errno.ok;
      },
      fd_filestat_set_times: () => errno.ok,
      fd_close: descriptor => {
        if (!open[descriptor]) return errno.badFile;
        open[descriptor] = undefined;
        return errno.ok;
      },
      fd_renumber: (from, to) => {
        if (!open[from]) return errno.badFile;
        open[to] = open[from];
        open[from] = undefined;
        return errno.ok;
      },
      fd_seek: (descriptor, offset, whence, result) => {
        const one = fileOf(descriptor);
        if (!one) return errno.badFile;
        const from = whence === 0 ? 0 : whence === 1 ? one.at : one.content.length;
        if (from + Number(offset) < 0) return errno.invalid;
        one.at = from + Number(offset);
        view().setBigUint64(result, BigInt(one.at), true);
        return errno.ok;
      },
      fd_tell: (descriptor, result) => {
        const one = fileOf(descriptor);
        if (!one) return errno.badFile;
        view().setBigUint64(result, BigInt(one.at), true);
        return errno.ok;
      },
      fd_read: (descriptor, list, count, result) => {
        const one = fileOf(descriptor);
        if (one) one.at += readAt(one.content, list, count, one.at, result);
        else if (descriptor === 0) view().setUint32(result, 0, true);
        else return errno.badFile;
        return errno.ok;
      },
      fd_pread: (descriptor, list, count, offset, result) => {
        const one = fileOf(descriptor);
        if (!one) return errno.badFile;
        readAt(one.content, list, count, Number(offset), result);
        return errno.ok;
      },
      fd_write: (descriptor, list, count, result) => {
        const one = open[descriptor];
        if (one && one.stream > 0) {
          const sum = parts(list, count, (at, size) => (said(one.stream, bytes(at, size).slice()), size));
          view().setUint32(result, sum, true);
          return errno.ok;
        }
        if (!fileOf(descriptor) || one.content.file) return errno.badFile;
        if (one.append) one.at = one.content.length;
        one.at += writeAt(one.content, list, count, one.at, result);
        return errno.ok;
      },
      fd_pwrite: (descriptor, list, count, offset, result) => {
        const one = fileOf(descriptor);
        if (!one || one.content.file) return errno.badFile;
        writeAt(one.content, list, count, Number(offset), result);
        return errno.ok;
      },
      fd_readdir: (descriptor, at, size, cookie, result) => {
        const folder = start(descriptor);
        if (!folder) return errno.badFile;
        let used = 0, index = 0;
        for (const [name, content] of folder.entries) {
          if (BigInt(index++) < cookie) continue;
          const letters = text.encode(name), entry = new Uint8Array(24 + letters.length), v = new DataView(entry.buffer);
          v.setBigUint64(0, BigInt(index), true);
          v.setBigUint64(8, content.node, true);
          v.setUint32(16, letters.length, true);
          v.setUint8(20, content instanceof Folder ? type.folder : type.file);
          entry.set(letters, 24);
          const part = entry.subarray(0, size - used);
          bytes(at + used, part.length).set(part);
          used += part.length;
          if (used === size) break;
        }
        view().setUint32(result, used, true);
        return errno.ok;
      },

      path_open: (descriptor, follow, path, length, how, rights, inherited, flags, result) => {
        const folder = start(descriptor);
        if (!folder) return errno.badFile;
        const name = pathAt(path, length);
        let content = folder.find(name);
        if (content === undefined && (how & 1) !== 0) {
          const place = folder.place(name);
          if (!(place.folder instanceof Folder) || place.name === undefined || place.name === "..") return errno.noEntry;
          content = new Content();
          place.folder.entries.set(place.name, content);
        } else if (content !== undefined && (how & 5) === 5) {
          return errno.exists;
        }
        if (content === undefined) return errno.noEntry;
        if (!(content instanceof Folder) && (how & 2) !== 0) return errno.notFolder;
        const writes = (rights & (1n << 6n)) !== 0n;
        if (content instanceof Folder && writes) return errno.isFolder;
        if (content.file && writes) return errno.access;
        if ((how & 8) !== 0 && content instanceof Content) content.resize(0);
        let number = 4;
        while (open[number]) ++number;
        open[number] = {content, at: 0, append: (flags & 1) !== 0};
        view().setUint32(result, number, true);
        return errno.ok;
      },
      path_filestat_get: (descriptor, follow, path, length, at) => {
        const folder = start(descriptor), content = folder && folder.find(pathAt(path, length));
        return content ? fileStat(at, content) : errno.noEntry;
      },
      path_create_directory: (descriptor, path, length) => {
        const folder = start(descriptor), place = folder && folder.place(pathAt(path, length));
        if (!place || !(place.folder instanceof Folder)) return errno.noEntry;
        if (place.name === undefined || place.folder.entries.has(place.name)) return errno.exists;
        place.folder.entries.set(place.name, new Folder());
        return errno.ok;
      },
      path_remove_directory: (descriptor, path, length) => {
        const folder = start(descriptor), place = folder && folder.place(pathAt(path, length));
        const content = place && place.folder instanceof Folder ? place.folder.entries.get(place.name) : undefined;
        if (!content) return errno.noEntry;
        if (!(content instanceof Folder)) return errno.notFolder;
        if (content.entries.size > 0) return errno.notEmpty;
        place.folder.entries.delete(place.name);
        return errno.ok;
      },
      path_unlink_file: (descriptor, path, length) => {
        const folder = start(descriptor), place = folder && folder.place(pathAt(path, length));
        const content = place && place.folder instanceof Folder ? place.folder.entries.get(place.name) : undefined;
        if (!content) return errno.noEntry;
        if (content instanceof Folder) return errno.isFolder;
        place.folder.entries.delete(place.name);
        return errno.ok;
      },
      path_rename: (descriptor, path, length, newDescriptor, newPath, newLength) => {
        const from = start(descriptor), to = start(newDescriptor);
        const left = from && from.place(pathAt(path, length)), right = to && to.place(pathAt(newPath, newLength));
        const content = left && left.folder instanceof Folder ? left.folder.entries.get(left.name) : undefined;
        if (!content || !right || !(right.folder instanceof Folder) || right.name === undefined) return errno.noEntry;
        const old = right.folder.entries.get(right.name);
        if (old instanceof Folder && old.entries.size > 0) return errno.notEmpty;
        if (old && old.file) return errno.access;
        left.folder.entries.delete(left.name);
        right.folder.entries.set(right.name, content);
        return errno.ok;
      },
      path_readlink: () => errno.invalid,
    };
    // Links, times, sockets and the like: there are none.
    const wasi = new Proxy(calls, {get: (all, name) => all[name] || (() => errno.noSystem)});
    const imports = {};
    for (const {module: from, name, kind} of WebAssembly.Module.imports(module))
      if (kind === "function") (imports[from] = imports[from] || {})[name] = wasi[name];
    const instance = new WebAssembly.Instance(module, imports);
    memory = instance.exports.memory;
    try {
      instance.exports._start();
      return 0;
    } catch (end) {
      if (end instanceof Exit) return end.status;
      throw end;
    }
  }

  return {Content, Folder, run};
})();
if (typeof module !== "undefined") module.exports = Wasi;
