#!/usr/bin/env python3
"""Holds what the command line prints against docs/schema.

Runs every command with --json over folders of files and checks each document against its JSON Schema, with a validator of its own
for the keywords that the schemas use (any other keyword is an error). Where the module jsonschema is installed, the schemas are
checked against the metaschema, too.

    check_schemas.py CLI SOURCE [FOLDER] [--unseen]

FOLDER: a folder of sessions to look at instead of the project's own; where it is absent the status is 77: skipped. --unseen lists
properties that no document had.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KNOWN = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "enum", "const", "properties", "required",
         "additionalProperties", "items", "anyOf", "oneOf", "minimum", "minProperties", "maxProperties"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def same(left, right):
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def without_twins(pairs):
    """Objects of a schema: a key that stands twice hides what the first one says."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"a schema has a key twice: {keys}")
    return dict(pairs)


class Validator:
    """A schema made into functions from (value, path) to the first error, or None."""

    def __init__(self, root):
        self.root, self.made, self.seen, self.properties = root, {}, set(), set()
        self.check = self.compile(root, "")

    def compile(self, schema, place):
        unknown = set(schema) - KNOWN
        if unknown:
            raise ValueError(f"{self.root['title']}{place}: keywords {sorted(unknown)} are not checked by this test")
        checks = [getattr(self, "on_" + key.strip("$"))(value, schema, place) for key, value in schema.items()
                  if hasattr(self, "on_" + key.strip("$"))]

        def check(value, path):
            for one in checks:
                error = one(value, path)
                if error:
                    return error
            return None

        return check

    def on_ref(self, name, _schema, _place):
        key = name.removeprefix("#/$defs/")

        def check(value, path):
            if key not in self.made:
                self.made[key] = self.compile(self.root["$defs"][key], "#" + key)
            return self.made[key](value, path)

        return check

    def on_type(self, names, _schema, _place):
        names = [names] if isinstance(names, str) else names
        return lambda value, path: None if any(is_type(value, n) for n in names) else f"{path}: {value!r:.60} is no {names}"

    def on_enum(self, words, _schema, _place):
        return lambda value, path: None if any(same(value, w) for w in words) else f"{path}: {value!r:.60} is none of {words}"

    def on_const(self, word, _schema, _place):
        return lambda value, path: None if same(value, word) else f"{path}: {value!r:.60} is not {word!r}"

    def on_minimum(self, least, _schema, _place):
        return lambda value, path: f"{path}: {value} is below {least}" if is_type(value, "number") and value < least else None

    def on_minProperties(self, least, _schema, _place):
        return lambda value, path: f"{path}: too few keys" if isinstance(value, dict) and len(value) < least else None

    def on_maxProperties(self, most, _schema, _place):
        return lambda value, path: f"{path}: too many keys" if isinstance(value, dict) and len(value) > most else None

    def on_required(self, names, _schema, _place):
        def check(value, path):
            missing = [n for n in names if n not in value] if isinstance(value, dict) else []
            return f"{path}: {missing} missing" if missing else None

        return check

    def on_items(self, schema, _schema, place):
        inner = self.compile(schema, place + "[]")

        def check(value, path):
            if isinstance(value, list):
                for i, one in enumerate(value):
                    error = inner(one, f"{path}[{i}]")
                    if error:
                        return error
            return None

        return check

    def on_properties(self, properties, schema, place):
        inner = {}
        for name, one in properties.items():
            if not one.get("description"):
                raise ValueError(f"{self.root['title']}{place}/{name} has no description")
            inner[name] = self.compile(one, f"{place}/{name}")
            self.properties.add(f"{place}/{name}")
        extra = schema.get("additionalProperties", True)
        if extra is not False:
            raise ValueError(f"{self.root['title']}{place} lets any key in")

        def check(value, path):
            if not isinstance(value, dict):
                return None
            for name, one in value.items():
                if name not in inner:
                    return f"{path}/{name}: no such property"
                error = inner[name](one, f"{path}/{name}")
                if error:
                    return error
                self.seen.add(f"{place}/{name}")
            return None

        return check

    def on_additionalProperties(self, schema, whole, place):
        if not isinstance(schema, dict):
            return lambda value, path: None
        inner = self.compile(schema, place + "{}")

        def check(value, path):
            for name, one in value.items() if isinstance(value, dict) else ():
                error = inner(one, f"{path}/{name}")
                if error:
                    return error
            return None

        return check

    def alternatives(self, schemas, place, exactly):
        made = [self.compile(one, place) for one in schemas]

        def check(value, path):
            errors = [one(value, path) for one in made]
            fit = errors.count(None)
            if fit == 0:
                return f"{path}: fits no alternative: " + "; ".join(e for e in errors if e)
            return f"{path}: fits {fit} alternatives" if exactly and fit > 1 else None

        return check

    def on_anyOf(self, schemas, _schema, place):
        return self.alternatives(schemas, place, False)

    def on_oneOf(self, schemas, _schema, place):
        return self.alternatives(schemas, place, True)


class Checker:
    def __init__(self, cli, source):
        self.cli, self.source = cli, source
        self.schemas = {}
        for path in sorted((source / "docs/schema").glob("*.json")):
            schema = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=without_twins)
            self.schemas[path.stem] = Validator(schema)
            assert schema["title"] == f"etscope.{path.stem}/1" == schema["properties"]["schema"]["const"], path
        self.errors, self.counts = [], dict.fromkeys(self.schemas, 0)

    def run(self, arguments):
        return subprocess.run([self.cli, *map(str, arguments)], capture_output=True, timeout=600, check=False)

    def documents(self, lines):
        """One after the other: later ones read what earlier ones wrote."""
        for line in lines:
            self.document(line)

    def document(self, arguments):
        """The document of a command, checked; None where the command answers with an error."""
        ran = self.run([*arguments, "--json"])
        words = " ".join(map(str, arguments))
        if ran.returncode not in (0, 1, 4):
            if ran.returncode < 0 or ran.stdout:
                self.errors.append(f"{words}: status {ran.returncode} with {len(ran.stdout)} bytes of output")
            return None
        try:
            document = json.loads(ran.stdout)
            name = re.fullmatch(r"etscope\.([a-z-]+)/1", document["schema"]).group(1)
        except (ValueError, AttributeError, KeyError) as error:
            self.errors.append(f"{words}: no document: {error}")
            return None
        if name not in self.schemas:
            self.errors.append(f"{words}: docs/schema has no {name}.json")
            return document
        self.counts[name] += 1
        error = self.schemas[name].check(document, name)
        if error:
            self.errors.append(f"{words}\n    {error}")
        return document


    def pack(self, files, address):
        """call.json of a call."""
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "call"
            words = [self.cli, "extract", *map(str, files), "--repro", address, "-o", out]
            if subprocess.run(words, capture_output=True, check=False).returncode == 0:
                self.counts["repro"] += 1
                error = self.schemas["repro"].check(json.loads((out / "call.json").read_text(encoding="utf-8")), "repro")
                if error:
                    self.errors.append(f"{words}\n    {error}")


def methods_of(info):
    return [m["name"] for m in info["methods"]] if info else []


def lines_of(checker, files):
    """The command lines for a session, but for those that need no files."""
    info = checker.document(["info", *files])
    methods = methods_of(info)
    for command in ["verdict", "graph", "handles", "metadata", "named-data", "delegates", "listing", "undelegated", "memory",
                    "sizes", "stages", "consistency", "character", "check", "compare", "verify", "lint", "kernels", "family", "survey"]:
        yield [command, *files]
    yield ["tensors", *files, "--hash", "--delegates"]
    yield ["containers", *files]
    yield ["containers", *files, "--pairs"]
    yield ["quantisation", *files, "--per-channel"]
    yield ["events", *files, "--ticks-per-second", "1e9"]
    yield ["events", *files, "--summary"]
    yield ["events", *files, "--against", *files]
    yield ["family", *files, "--no-verdict"]
    yield ["survey", *files, "--list"]
    yield ["hex", files[0], "--length", "4096"]
    yield ["compare", *files, "--rtol", "0", "--atol", "0"]
    yield ["diff", files[0], files[-1]]
    yield ["gate", *files, "--budget", checker.source / "tests/fixtures/budgets.toml"]
    yield ["gate", *files, "--write-budget", os.devnull]
    yield ["report", *files, "-o", os.devnull]
    yield ["run", *files, "--python", "/bin/false", "-o", os.devnull]
    yield ["shrink", *files, "--python", "/bin/false", "-o", os.devnull]
    yield ["slim", files[0], "-o", os.devnull]
    yield ["slim", files[0], "--drop", "weights,sources,inputs,names", "-o", os.devnull]
    yield ["set-metadata", files[0], "get_max_seq_len=1", "x:int=1", "--add", "-o", os.devnull]
    for method in methods[:4]:
        yield ["stages", *files, "--method", method]
        yield ["tokens", *files, "--method", method]
        yield ["gap", *files, "--method", method]
        yield ["gap", *files, "--method", method, "--wide"]
        yield ["drift", *files, "--method", method]
        yield ["evaluate", *files, "--method", method]
        yield ["evaluate", *files, "--method", method, "--plan"]
        yield ["related", *files, "--of", f"{method}/program/0/0"]
        for number in range(3):
            checker.pack(files, f"{method}/program/0/{number}")
        yield ["graph", *files, "--method", method, "--stage", "edge"]
    tensors = checker.document(["tensors", *files])
    for name in list(dict.fromkeys(t["name"] for t in tensors["tensors"]))[:3] if tensors else []:
        if name:
            yield ["tensor", files[0], name, "--values", "--per-channel", "0"]
            yield ["tensor", files[0], name]


def writing_lines_of(files, folder):
    """The command lines that write, and some that read what was written: into a folder of their own."""
    out = pathlib.Path(tempfile.mkdtemp(dir=folder))
    for path in sorted(p for f in files for p in (f.iterdir() if f.is_dir() else [f])):
        if path.suffix == ".etrecord":
            for drop in ("weights,sources,inputs,names", "inputs"):
                slim = out / f"{path.stem}-{len(drop)}.etrecord"
                yield ["slim", path, "--drop", drop, "-o", slim]
                for command in ("info", "tensors", "verify", "stages", "verdict"):
                    yield [command, slim]
        if path.suffix == ".pte":
            yield ["set-metadata", path, "get_vocab_size:int=7", "metadata.test.text:string=word", "--add", "-o", out / path.name]


def sessions_of(folder):
    """Folders that hold files directly."""
    for at, _, names in sorted(os.walk(folder)):
        if any(n.endswith((".pte", ".bpte", ".etrecord", ".etdp", ".etdump", ".pt2", ".ptd", ".ptn", ".nptg", ".nfat"))
               for n in names) and "__pycache__" not in at:
            yield pathlib.Path(at)


def cut_copies(session, folder):
    """Sessions of the same files, cut: what is left of them has documents, too."""
    for share in (0.97, 0.5):
        target = folder / f"cut-{int(share * 100)}"
        target.mkdir()
        for path in session.iterdir():
            if path.is_file() and path.suffix != ".md":
                content = path.read_bytes()
                (target / path.name).write_bytes(content[:int(len(content) * share)])
        yield target


def check_metaschema(source):
    try:
        import jsonschema
    except ImportError:
        print("jsonschema is not installed: the schemas are not held against the metaschema")
        return
    for path in sorted((source / "docs/schema").glob("*.json")):
        jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


def check_shared_parts(checker):
    """What several schemas define under one name is one thing."""
    seen = {}
    for name, validator in checker.schemas.items():
        for part, schema in validator.root["$defs"].items():
            if seen.setdefault(part, (name, schema))[1] != schema:
                checker.errors.append(f"{part} of {name}.json is not that of {seen[part][0]}.json")


def main():
    arguments = [a for a in sys.argv[1:] if a != "--unseen"]
    cli, source = arguments[0], pathlib.Path(arguments[1])
    other = pathlib.Path(arguments[2]) if len(arguments) > 2 else None
    if other is not None and not other.is_dir():
        print(f"{other} is absent: skipped")
        return 77
    folders = [other] if other is not None else [source / "resources/samples", source / "tests/fixtures"]
    check_metaschema(source)
    checker = Checker(cli, source)
    check_shared_parts(checker)
    sample = source / "tests/fixtures/vlm"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        own = source / "tests/fixtures"
        waiting = [pool.submit(checker.document, line) for line in
                   (["lint", "--rules"], ["metadata", "--known"],
                    ["lint", sample, "--suppress", own / "lint.allow"],
                    ["diff", own / "specialised/apart.pte", own / "specialised/model.pte"],
                    ["diff", own / "grouped", own / "grouped_xnnpack"], ["diff", own / "schemes/before", own / "schemes/after"], ["diff", own / "masked", own / "masked_xnnpack"],
                    ["diff", own / "vlm/model.pte", own / "methods/model.pte"], ["diff", own / "tiny", own / "trivial"],
                    ["diff", own / "family", "--member", "poet", "--against-member", "coder"],
                    ["info", own / "family", "--member", "coder"],
                    ["history", own / "history/nights.jsonl"],
                    ["history", own / "history/nights.jsonl", "--export", "^[0-9-]+", "--budget", own / "history/budgets.toml"],
                    ["tokens", sample, *sorted((own / "tokenizers").glob("*.json"))[:1]],
                    ["advise", "quantisation", sample, "--method", "text_decoder", "--budget", "3KB", "--keep", "f16:output"],
                    ["advise", "quantisation", sample, "--method", "vision_encoder", "--sets", "8"],
                    ["advise", "quantisation", sample, "--method", "text_decoder", "--plan"],
                    ["advise", "quantisation", sample, "--budget", "20KB", "--sets", "8"], ["advise", "quantisation", sample, "--plan"],
                    ["advise", "quantisation", own / "schemes/after", "--method", "decode", "--sets", "4", "--worst"],
                    ["advise", "quantisation", own / "schemes/after", "--method", "see", "--sets", "2", "--against", own / "schemes/before"],
                    ["advise", "quantisation", sample, "--method", "text_decoder", "--set", "output=int8", "--set", "layers.*.wo=f16"],
                    ["conversation", own / "conversations/stray", "--blame"],
                    ["conversation", own / "conversations/talk"], ["conversation", own / "conversations/talk", "--no-values"],
                    ["info", own / "conversations/talk"], ["verdict", own / "conversations/talk"],
                    ["gap", sample, "--method", "text_decoder", "--metric", "kl"],
                    ["gate", sample, "--budget", own / "budgets.toml", "--against", own / "vlm"],
                    ["events", sample, "--against", own / "vlm", "--ticks-per-second", "1e9"],
                    ["gap", sample, "--method", "text_decoder", "--reference-values", sample / "reference-text_decoder.npz"])]
        cut = tempfile.TemporaryDirectory()
        waiting.append(pool.submit(checker.document, ["run", own / "vlm", "--values", "outputs", "-o", pathlib.Path(cut.name) / "run",
                                                      "--python", source / "tests/run/fake_python"]))
        waiting.append(pool.submit(checker.document, ["shrink", own / "folded", "-o", pathlib.Path(cut.name) / "shrink", "--python", "/bin/false"]))
        waiting.append(pool.submit(checker.document, ["mend", own / "vlm", "--python", "/bin/false", "-o", pathlib.Path(cut.name) / "mended"]))
        for session in cut_copies(own / "vlm", pathlib.Path(cut.name)):
            for name in ("model.etrecord", "model.pte", "model.bpte", "run.etdp"):
                waiting += [pool.submit(checker.document, line) for line in lines_of(checker, [session / name])]
            waiting += [pool.submit(checker.document, line) for line in lines_of(checker, [session])]
        for folder in folders:
            for session in sessions_of(folder):
                waiting += [pool.submit(checker.document, line) for line in lines_of(checker, [session])]
                waiting += [pool.submit(checker.documents, list(writing_lines_of([session], cut.name)))]
        for one in waiting:
            one.result()
        cut.cleanup()
    if other is None:
        checker.errors += [f"no document was made of {name}.json" for name, count in checker.counts.items() if count == 0]
    if "--unseen" in sys.argv:
        for name, validator in checker.schemas.items():
            for place in sorted(validator.properties - validator.seen):
                print(f"unseen: {name}{place}")
    print(f"{sum(checker.counts.values())} documents of {len(checker.counts)} kinds")
    for error in checker.errors[:50]:
        print("FAILED", error)
    print(f"{len(checker.errors)} errors")
    return 1 if checker.errors else 0


if __name__ == "__main__":
    sys.exit(main())
