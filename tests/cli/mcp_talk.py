"""The server of the Model Context Protocol, asked as clients ask it: over its standard streams, message by message; and once more
by the client of PyPI's `mcp` where that is installed.

usage: mcp_talk.py ETSCOPE-CLI SAMPLE
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Talk:
    def __init__(self, program, *files, env=None, cwd=None):
        self.child = subprocess.Popen([program, "mcp", *files], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, cwd=cwd)
        self.number = 0

    def say(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def hear(self):
        return json.loads(self.child.stdout.readline())

    def ask(self, method, **parameters):
        self.number += 1
        self.say(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters}))
        while (answer := self.hear()).get("id") != self.number:
            assert answer.get("method") == "notifications/progress", answer
        return answer

    def call(self, tool, **arguments):
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        assert all(part["type"] == "text" for part in result["content"]), result
        return result["isError"], [part["text"] for part in result["content"]]

    def end(self):
        self.child.stdin.close()
        assert self.child.wait(10) == 0
        assert self.child.stdout.read() == ""


def handshake(program, sample):
    talk = Talk(program, sample)
    for asked, given in (("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")):
        result = talk.ask("initialize", protocolVersion=asked, capabilities={}, clientInfo={"name": "t", "version": "1"})["result"]
        assert result["protocolVersion"] == given and result["serverInfo"]["name"] == "etscope", result
    talk.say('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    assert talk.ask("ping")["result"] == {}
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    found = talk.ask("server/discover", _meta=meta)["result"]
    assert "2026-07-28" in found["supportedVersions"] and found["resultType"] == "complete", found
    assert talk.ask("tools/call", name="info", arguments={}, _meta=meta)["result"]["resultType"] == "complete"
    talk.end()


def options_of(program, command):
    """Names of the command's options as a tool has them."""
    text = subprocess.run([program, "help", command], capture_output=True, check=True, text=True).stdout
    return {name.replace("-", "_") for name in re.findall(r"--([a-z][a-z-]*)", text)}


def tools(program, sample):
    """Each tool only reads, says what it takes, and answers the bundled sample."""
    talk = Talk(program, sample)
    listed = {tool["name"]: tool for tool in talk.ask("tools/list")["result"]["tools"]}
    for name in ("run", "shrink", "mend", "bundle", "slim", "set-metadata", "extract", "report", "gate", "evaluate"):
        assert name not in listed, name
    for tool in listed.values():
        assert tool["annotations"]["readOnlyHint"] and tool["description"], tool
        properties = tool["inputSchema"]["properties"]
        assert not {"export", "svg", "image", "junit", "output", "trace", "write", "json"} & set(properties), tool
        # The bounds of the answer take no option's name.
        for key in ("at", "first_row", "rows", "characters", "form") if tool["name"] != "picture" else ():
            assert properties[key] == listed["info"]["inputSchema"]["properties"][key] and key not in options_of(program, tool["name"]), (tool, key)
    needed = {"tensor": {"name": "layers.0.attention.wq.weight"}, "related": {"of": "text_decoder/program/0/1"},
              "graph": {"method": "text_decoder", "stage": "edge"}, "gap": {"method": "vision_encoder"}, "drift": {"method": "vision_encoder"},
              "diff": {"left": sample, "right": sample}, "tokens": {"method": "text_decoder"}, "hex": {"files": [sample + "/model.pte"]}}
    for name in listed:
        if name in ("picture", "conversation"):
            continue
        bad, texts = talk.call(name, **needed.get(name, {}))
        assert not bad, (name, texts)
        document = json.loads(texts[0])
        assert document["schema"].startswith("etscope."), name
        assert len(texts[0]) <= 24_000, (name, len(texts[0]))
    talk.end()


def bounds(program, sample):
    """What is left out is told with the place where it can be asked for, and is then the rest of the whole."""
    whole = json.loads(subprocess.run([program, "events", sample, "--json"], capture_output=True, check=True).stdout)
    talk = Talk(program, sample)
    bad, texts = talk.call("events", rows=3)
    assert not bad and json.loads(texts[0])["runs"] == talk_cut(whole["runs"], 3) and "/runs/1/events: rows 0 to 3 of" in texts[1], texts[1]
    rows, at = [], "/runs/1/events"
    while True:
        bad, texts = talk.call("events", at=at, first_row=len(rows), rows=10, characters=200_000)
        got = json.loads(texts[0])
        rows += got
        if not got:
            break
    assert rows == whole["runs"][1]["events"]
    bad, texts = talk.call("hex", files=[sample + "/model.pte"], offset=64, length=32)
    assert not bad and json.loads(texts[0])["offset"] == 64, texts
    bad, texts = talk.call("events", at="/runs/1", characters=500)
    assert len(texts[0]) <= 500 and json.loads(texts[0]) is not None, texts
    # Short lists are left out, too, rather than nothing being told.
    bad, texts = talk.call("info", characters=500)
    assert not bad and len(texts[0]) <= 500, texts
    lines = subprocess.run([program, "memory", sample], capture_output=True, check=True, text=True).stdout.splitlines()
    bad, texts = talk.call("memory", form="text", first_row=2, characters=700)
    given = texts[0].splitlines()
    assert given == lines[2:2 + len(given)] and len(texts[0]) <= 700 and f"of {len(lines)}" in texts[1], texts
    # Whole numbers may be written as 5.0; of a map the keys are its rows.
    assert talk.call("events", rows=3.0)[1] == talk.call("events", rows=3)[1] and talk.call("hex", files=[sample + "/model.pte"], offset=64.0, length=32)[0] is False
    keys = list(whole)
    bad, texts = talk.call("events", first_row=len(keys) - 1)
    assert list(json.loads(texts[0])) == keys[-1:] and f"rows {len(keys) - 1} to {len(keys)} of {len(keys)}" in texts[1], texts
    talk.end()


def long_text(program, sample):
    """A line that is longer than all that may be said is told to be cut, its characters stay whole, and with more it is whole."""
    with tempfile.TemporaryDirectory() as folder:
        here, value = os.path.join(folder, "long.pte"), "\u00e4" * 2000
        subprocess.run([program, "set-metadata", os.path.join(sample, "model.pte"), "get_long:string=" + value, "--add", "-o", here], check=True)
        talk = Talk(program, here)
        document = json.loads(talk.call("metadata", characters=200_000)[1][0])
        at = next(pointer for pointer, text in texts_of(document) if text == value)
        bad, (shown, told) = talk.call("metadata", at=at, characters=501)
        assert not bad and json.loads(shown) == value[:250] and told.endswith(f"{at}, row 0: characters 0 to 500 of 4000"), (shown, told)
        assert json.loads(talk.call("metadata", at=at, characters=5000)[1][0]) == value
        talk.end()


def texts_of(value, at=""):
    """Each text of a document with its pointer."""
    if isinstance(value, str):
        yield at, value
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from texts_of(one, f"{at}/{key}")


def talk_cut(value, rows):
    if isinstance(value, list):
        if len(value) <= 16 and not any(isinstance(one, (list, dict)) for one in value):
            return value  # shapes and the like stay whole
        return [talk_cut(one, rows) for one in value[:rows]]
    return {key: talk_cut(one, rows) for key, one in value.items()} if isinstance(value, dict) else value


def wrong(program, sample):
    """What is wrong is told, and the next question is answered."""
    talk = Talk(program, sample)
    for line, code in (("no json", -32700), ("[]", -32600), ('{"id":1}', -32600), ("7", -32600), ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
                       ('"' + "x" * 100_000 + '"', -32600), ("[" * 5000, -32700), ("[" * 200_000 + "]" * 200_000, -32700),
                       ('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + "[" * 90_000 + "]" * 90_000 + "}}", -32700),
                       ("[[[1]]]", -32600), ('{"id":1,"method":"ping","x":"' + "y" * (20 << 20) + '"}', -32700)):
        talk.say(line)
        assert talk.hear()["error"]["code"] == code, line[:40]
    talk.say("\n   ")
    talk.say('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}')
    talk.say('{"jsonrpc":"2.0","id":5,"result":{}}')
    for parameters in ({"protocolVersion": 5}, {"protocolVersion": None}, {}):
        refused = talk.ask("initialize", **parameters)["error"]
        assert refused["code"] == -32602 and "protocolVersion" in refused["message"], refused
    assert talk.ask("nonsense")["error"]["code"] == -32601
    for parameters in ({}, {"name": 3}, {"name": "info", "arguments": []}, {"name": "rm", "arguments": {}}, {"name": "run", "arguments": {}}):
        assert talk.ask("tools/call", **parameters)["error"]["code"] == -32602, parameters
    for tool, arguments, said in (("info", {"files": ["/no/such"]}, "file-unreadable"), ("info", {"nothing": 1}, "no argument nothing"),
                                  ("info", {"at": "/methods/99"}, "no-such-place"), ("info", {"at": "x"}, "no-such-place"),
                                  ("info", {"at": "/~7"}, "no-such-place"), ("tensor", {}, "tensor wants name"),
                                  ("tensor", {"name": "nothing"}, "no-such-tensor"), ("info", {"rows": -1}, "rows wants"),
                                  ("info", {"rows": 0}, "rows wants"), ("info", {"rows": 1.5}, "rows wants"), ("info", {"characters": 10}, "characters wants"),
                                  ("picture", {"files": [sample, "/no/such.pte"]}, "/no/such.pte"),
                                  ("info", {"files": [{}]}, "text or a number"), ("check", {"run": "--python=x"}, "usage"),
                                  ("info", {"files": ["--help"]}, "file-unreadable"), ("graph", {"method": "no"}, "no-such-method"),
                                  ("picture", {"size": "90000x90000"}, "4096 a side"), ("picture", {"files": [1]}, "files wants names"),
                                  ("info", {"form": "yaml"}, "form wants"), ("compare", {"equal_nan": "yes"}, "true or false")):
        bad, texts = talk.call(tool, **arguments)
        assert bad and said in texts[0], (tool, arguments, texts)
    for tool, arguments in (("info", {"method": ""}), ("verdict", {"debug_buffer": ""}), ("tensors", {"method": "", "stage": ""})):
        bad, texts = talk.call(tool, **{key: value for key, value in arguments.items() if tool != "info"})
        assert not bad, (tool, texts)
    # What one question finds is not told in the answer of another.
    whole = json.loads(subprocess.run([program, "verify", sample, "--json"], capture_output=True).stdout)["diagnostics"]
    talk.call("gap", method="text_decoder", reference="/no/such.npz")
    bad, texts = talk.call("verify", rows=1000, characters=200_000)
    assert json.loads(texts[0])["diagnostics"] == whole, texts
    talk.end()


def resources(program, sample):
    talk = Talk(program, sample)
    listed = [one["uri"] for one in talk.ask("resources/list")["result"]["resources"]]
    assert "etscope://document/verdict" in listed and "etscope://picture/text_decoder/edge" in listed, listed
    assert len(talk.ask("resources/templates/list")["result"]["resourceTemplates"]) == 3
    one = talk.ask("resources/read", uri="etscope://address/text_decoder/program/0%2F1")["result"]["contents"][0]
    assert json.loads(one["text"])["schema"] == "etscope.related/1", one
    sizes = talk.ask("resources/read", uri="etscope://document/sizes")["result"]["contents"]
    assert len(sizes) == 2 and "/regions: rows 0 to" in sizes[1]["text"], sizes[1:]
    for uri in ("etscope://document/secret", "file:///etc/passwd", "etscope://address/", "etscope://address/no/such/thing", "x", 4):
        assert talk.ask("resources/read", uri=uri)["error"]["code"] == -32002, uri
    talk.end()
    talk = Talk(program)  # no files: nothing that is meant unless told
    assert talk.ask("resources/list")["result"]["resources"] == []
    bad, texts = talk.call("info")
    assert bad and "info wants files" in texts[0], texts
    bad, texts = talk.call("info", files=[sample])
    assert not bad
    talk.end()


def changed(program, sample):
    """A session is opened anew when a file of it is another one."""
    with tempfile.TemporaryDirectory() as folder:
        here = os.path.join(folder, "model.pte")
        shutil.copy(os.path.join(sample, "model.pte"), here)
        talk = Talk(program, folder)
        first = json.loads(talk.call("info")[1][0])
        shutil.copy(os.path.join(sample, "model.bpte"), here)
        second = json.loads(talk.call("info")[1][0])
        assert (first["files"][0]["kind"], second["files"][0]["kind"]) == ("pte", "bpte"), (first, second)
        assert talk.ask("resources/list")["result"]["resources"]
        os.remove(here)
        assert talk.ask("resources/list")["error"]["code"] == -32002  # gone
        assert talk.ask("resources/read", uri="etscope://document/info")["error"]["code"] == -32002
        talk.end()


def cancelled(program, sample):
    """A request that is cancelled gets no answer; what waits behind it does; a signal ends all."""
    talk = Talk(program, sample)
    for number in range(1, 6):
        talk.say(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "verdict", "arguments": {}}}))
    for number in range(2, 5):
        talk.say(json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}))
    answered = []
    while not answered or answered[-1] != 5:
        answered.append(talk.hear()["id"])
    assert set(answered) - {2} == {1, 5}, answered  # the second may have been under way
    talk.child.send_signal(signal.SIGTERM)
    assert talk.child.wait(5) == 130


def picture(program, sample):
    """Without the window's program the graph is drawn as SVG; other pages are not to be had."""
    with tempfile.TemporaryDirectory() as folder:
        alone = os.path.join(folder, "etscope-cli")
        shutil.copy(program, alone)
        talk = Talk(alone, sample, env={"PATH": folder})
        bad, texts = talk.call("picture", method="text_decoder", stage="edge")
        assert not bad and texts[0].startswith("<"), texts[0][:200]
        bad, texts = talk.call("picture", page="memory")
        assert bad and "run-not-started" in texts[0], texts
        bad, texts = talk.call("picture", size=7)
        assert bad
        talk.end()
        # Names that look like options of the window's program stay names.
        with open(os.path.join(folder, "etscope"), "w") as script:
            script.write('#!/bin/sh\nfor word in "$@"; do echo "etscope: $word"; done >&2\nexit 1\n')
        os.chmod(os.path.join(folder, "etscope"), 0o755)
        for name in ("-platform", "evil"):
            open(os.path.join(folder, name), "w").close()
        talk = Talk(alone, sample, env={"PATH": folder + ":/usr/bin:/bin"}, cwd=folder)
        bad, texts = talk.call("picture", files=["-platform", "evil"], page="--export")
        words = texts[0].replace(";", " ").split()
        assert bad and words.index("--") < words.index("-platform") and "--page=--export" in words, texts
        # Of what it says only its own words are told.
        with open(os.path.join(folder, "etscope"), "w") as script:
            script.write("#!/bin/sh\necho 'qt.qpa.xcb: noise' >&2; echo 'etscope: there is no page of this name' >&2; exit 1\n")
        bad, texts = talk.call("picture", files=["evil"], page="none")
        assert bad and texts[0] == "there is no page of this name [no-picture]", texts
        with open(os.path.join(folder, "etscope"), "w") as script:
            script.write("#!/bin/sh\necho 'qt.qpa.xcb: noise' >&2; echo 'no library of this name' >&2; echo >&2; exit 127\n")
        bad, texts = talk.call("picture", files=["evil"], page="none")
        assert bad and texts[0] == "the window's program wrote none: no library of this name [no-picture]", texts
        talk.end()


def client(program, sample):
    try:
        import asyncio

        from mcp.client import Client
        from mcp.client.stdio import StdioServerParameters, stdio_client
    except ImportError:
        print("PyPI's mcp is not installed: its client was not tried")
        return

    async def ask(mode):
        server = StdioServerParameters(command=program, args=["mcp", sample])
        async with Client(stdio_client(server), mode=mode) as one:
            assert len((await one.list_tools()).tools) > 25
            answer = await one.call_tool("verdict", {"rows": 3})
            assert not answer.is_error and json.loads(answer.content[0].text)["schema"] == "etscope.verdict/1"
            assert len((await one.list_resources()).resources) > 6
            assert (await one.read_resource("etscope://document/info")).contents[0].text

    for mode in ("legacy", "auto", "2026-07-28"):
        asyncio.run(ask(mode))


if __name__ == "__main__":
    for check in (handshake, tools, bounds, long_text, wrong, resources, changed, cancelled, picture, client):
        began = time.monotonic()
        check(*sys.argv[1:])
        print(f"{check.__name__}: {time.monotonic() - began:.1f} s")
