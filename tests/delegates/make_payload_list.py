#!/usr/bin/env python3
"""Writes data/payloads.json: where the delegate payloads of the shared fixtures lie, and what the schemas and flatc of the
installed executorch package say is in them. Usage: make_payload_list.py SHARED_DIR"""
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

import importlib.util

PACKAGE = importlib.util.find_spec("executorch").submodule_search_locations[0]
FLATC = os.path.join(PACKAGE, "data", "bin", "flatc")
SCHEMAS = {
    "XnnpackBackend": "backends/xnnpack/serialization/runtime_schema.fbs",
    "VulkanBackend": "backends/vulkan/serialization/schema.fbs",
    "MLXBackend": "backends/mlx/serialization/schema.fbs",
    "TOSABackend": "backends/arm/tosa/schemas/tosa_1.1.fbs",
    "NativeBackend": "backends/native/serialization/native_graph.fbs",
}


def graph_part(payload):
    """The flatbuffer inside the payload."""
    word = payload[4:8]
    if word in (b"XH00", b"VH00"):
        offset, size = struct.unpack_from("<II", payload, 10)
        return payload[offset : offset + size]
    if word == b"MLX0":
        return payload[24:]
    return payload


def as_json(schema, data):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.bin")
        open(path, "wb").write(data)
        subprocess.run(
            [FLATC, "--json", "--strict-json", "--defaults-json", "--raw-binary", "-o", folder, os.path.join(PACKAGE, schema), "--", path],
            check=True,
        )
        # flatc writes infinities bare.
        return json.loads(re.sub(r"(?<=[ \[])[-+]?(inf|nan)\b", "0", open(os.path.join(folder, "x.json")).read()))


def xnnpack(graph):
    dims = {}
    for value in graph["xvalues"]:
        tensor = value["xvalue_union"]
        tensor = tensor.get("tensor_value", tensor)
        dims[tensor["id_out"]] = tensor.get("dims", [])
    nodes = []
    for node in graph["xnodes"]:
        fields = node["xnode_union"]
        count = {"2": 2, "3": 3, "4": 4, "5": 5}.get(node["xnode_union_type"][-1], 9) if "Concatenate" in node["xnode_union_type"] else 9
        reads = [v for k, v in fields.items() if k.endswith("_id") and not k.startswith("output") and v != 0xFFFFFFFF
                 and not (k.startswith("input") and k[5:6].isdigit() and int(k[5]) > count)]
        writes = [v for k, v in fields.items() if k.endswith("_id") and k.startswith("output") and v != 0xFFFFFFFF]
        nodes.append([node["xnode_union_type"], [f"v{v}" for v in reads], [f"v{v}" for v in writes]])
    return nodes, [dims[i] for i in graph["input_ids"]], [dims[i] for i in graph["output_ids"]]


def xnnpack_values(graph):
    """Constants as [value, start of the key, bytes], quantized values as [value, scheme, number that the scheme has]."""
    weights, quantized = [], []
    for value in graph["xvalues"]:
        outer = value["xvalue_union"]
        tensor = outer.get("tensor_value", outer)
        name = f"v{tensor['id_out']}"
        if tensor.get("constant_buffer_idx", 0):
            place = graph["constant_data"][tensor["constant_buffer_idx"]]
            weights.append([name, place.get("named_key", "")[:8], place["size"]])
        if "quant_params" in outer:
            how = outer["quant_params"]
            number = [how[k] for k in ("zero_point", "group_size", "channel_dim", "num_nonbatch_dims") if k in how][0]
            quantized.append([name, outer["quant_params_type"], number])
    return weights, quantized


def vulkan(graph):
    values = graph["values"]
    tensor = lambda i: values[i]["value_type"] == "VkTensor"
    nodes = [[c["name"], [f"v{a}" for a in c["args"][:-1] if tensor(a)], [f"v{a}" for a in c["args"][-1:] if tensor(a)]]
             for c in graph["chain"]]
    shape = lambda ids: [values[i]["value"]["dims"] for i in ids]
    return nodes, shape(graph["input_ids"]), shape(graph["output_ids"])


def mlx(graph):
    nodes = [[i["op_type"], None, None] for i in graph["instruction_chains"][graph["main_chain_idx"]]["instructions"]]
    shape = lambda slots: [[d["value"] for d in graph["tensor_meta"][s["idx"]]["shape"]] for s in slots]
    return nodes, shape(graph["input_map"]), shape(graph["output_map"])


def tosa(graph):
    block = graph["regions"][0]["blocks"][0]
    shapes = {t["name"]: t["shape"] for t in block["tensors"]}
    nodes = [[o["op"], o["inputs"], o["outputs"]] for o in block["operators"]]
    return nodes, [shapes[n] for n in block["inputs"]], [shapes[n] for n in block["outputs"]]


def native(graph):
    method = graph["methods"][0]
    body = method["graph"]
    shapes = {t["name"]: [d["max"] for d in t["meta"]["sizes"]] for t in body["tensor_values"]}
    nodes = [[n["target"], None, [o["name"] for o in n["outputs"]]] for n in body["nodes"] if n["op_kind"] == "CALL_FUNCTION"]
    return nodes, [shapes[n] for n in body["inputs"]], [shapes[n] for n in body["outputs"]]


READERS = {"XnnpackBackend": xnnpack, "VulkanBackend": vulkan, "MLXBackend": mlx, "TOSABackend": tosa, "NativeBackend": native}


def main(shared):
    rows = []
    for path in sorted(glob.glob(os.path.join(shared, "fixtures/*/expected/*delegates.json"))):
        expected = json.load(open(path))
        fixture = path.split("/")[-3]
        program = [a for a in expected["argv"] if a.endswith(".pte")]
        for item in expected["document"]["delegates"]["$list"]["items"]:
            if item.get("data_offset") is None:
                continue
            file = f"fixtures/{fixture}/{program[0]}"
            row = {"file": file, "method": item["method"], "index": item["index"], "backend": item["backend"],
                   "offset": item["data_offset"], "size": item["bytes"]}
            payload = open(os.path.join(shared, file), "rb").read()[row["offset"] : row["offset"] + row["size"]]
            if item["backend"] in READERS and payload[:4] != b"NFAT":
                graph = as_json(SCHEMAS[item["backend"]], graph_part(payload))
                row["nodes"], row["inputs"], row["outputs"] = READERS[item["backend"]](graph)
                if item["backend"] == "XnnpackBackend":
                    row["weights"], row["quantized"] = xnnpack_values(graph)
                assert item.get("nodes") in (None, len(row["nodes"])), row
            rows.append(row)
    out = os.path.join(os.path.dirname(__file__), "data", "payloads.json")
    with open(out, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]\n")


main(sys.argv[1])
