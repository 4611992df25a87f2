#!/usr/bin/env python3
"""Executes plan.txt, which stands beside this file, with ExecuTorch's Python runtime.

Written by etscope, and yours: read it, change it, run it again by hand (python run.py); the results then replace those in this
folder, and the hashes in run.json are renewed. It needs the package executorch (which brings torch) and nothing else.

plan.txt, a word or more a line; in words, bytes other than letters, digits and ._-/ are written %XX, and - stands for nothing:
    program FILE                          the .pte
    data FILE                             its external data, .ptd
    kernel NAME                           an operator that the program calls
    call NUMBER METHOD                    a call, followed by its inputs in order:
    tensor TYPE SIZES ORDER FILE            an .npy; ORDER: of the dimensions in memory
    int N | float HEX | bool 0|1 | none
    output NUMBER INDEX                     what an earlier call of the same module gave
    module PASS DUMP BUFFER BYTES         a module is loaded anew; values and times are never measured in the same one; a further
                                          word "shared": its methods have one memory, which this runtime does not do
    do NUMBER                             the call is executed in it
Paths that are not absolute start at this folder. Lines "@etscope {…}" of the output are for etscope, one JSON object each.
"""
import ast
import hashlib
import importlib
import importlib.metadata
import json
import os
import platform
import struct
import sys
import time
from urllib.parse import unquote

HERE = os.path.dirname(os.path.abspath(globals().get("__file__", "run.py")))


def tell(event, **facts):
    print("@etscope " + json.dumps({"event": event, **facts}), flush=True)


def runtime():
    """The runtime's module, and torch. What is missing is told."""
    try:
        import torch

        try:  # without the exporter, which executorch's own wrapper loads, too
            from executorch.extension.pybindings import _C as found
        except ImportError:
            try:
                from executorch.extension.pybindings import portable_lib as found
            except ImportError:
                from executorch.runtime import Runtime  # noqa: F401  says more of why it cannot be loaded
                raise
    except (ImportError, OSError) as error:
        tell("absent", version=platform.python_version(), message=str(error))
        sys.exit(3)
    return found, torch


def load_kernels(lib, torch, needed):
    """Libraries of kernels that the wheel brings and does not load by itself, where the program needs them."""
    missing = [name for name in needed if name not in lib._get_operator_names()] if hasattr(lib, "_get_operator_names") else []
    for prefixes, package in ((("quantized_decomposed", "torchao", "cadence"), "executorch.kernels.quantized"),
                              (("llama",), "executorch.extension.llm.custom_ops.custom_ops")):
        if any(name.startswith(prefixes) for name in missing):
            try:
                importlib.import_module(package)
            except Exception as error:  # the runtime says which kernel it lacks
                print(f"{package}: {error}", file=sys.stderr)
    return [name for name in missing if name not in lib._get_operator_names()]


# .npy without numpy -------------------------------------------------------------------------------------------------------------

NUMPY = {"bool": "|b1", "uint8": "|u1", "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8", "float16": "<f2",
         "float32": "<f4", "float64": "<f8", "complex64": "<c8", "complex128": "<c16", "uint16": "<u2", "uint32": "<u4",
         "uint64": "<u8"}
SHORT = {"bool": "bool", "u8": "uint8", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "f16": "float16",
         "f32": "float32", "f64": "float64", "bf16": "bfloat16", "c64": "complex64", "c128": "complex128", "u16": "uint16",
         "u32": "uint32", "u64": "uint64"}


def read_array(torch, path):
    with open(path, "rb") as file:
        start = file.read(8)
        (length,) = struct.unpack("<H" if start[6] == 1 else "<I", file.read(2 if start[6] == 1 else 4))
        header = ast.literal_eval(file.read(length).decode("latin1"))
        data = bytearray(file.read())
    dtype = getattr(torch, next(name for name, code in NUMPY.items() if code == header["descr"]))
    return (torch.frombuffer(data, dtype=dtype) if data else torch.empty(0, dtype=dtype)).reshape(header["shape"])


def write_array(torch, path, tensor):
    """A type that numpy lacks is written as float32."""
    name = str(tensor.dtype).split(".")[-1]
    if name not in NUMPY:
        tensor, name = tensor.to(torch.float32), "float32"
    shape = tuple(tensor.shape)
    header = f"{{'descr': '{NUMPY[name]}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    flat = tensor.contiguous().reshape(-1)
    data = bytes(flat.view(torch.uint8).untyped_storage()) if flat.numel() else b""
    data = data[:flat.numel() * flat.element_size()]
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


# The plan -----------------------------------------------------------------------------------------------------------------------


def read_plan(path):
    plan = {"program": None, "data": [], "kernels": [], "calls": {}, "modules": []}
    with open(path, encoding="ascii") as file:
        for line in file:
            word, *words = [unquote(w) for w in line.split()] or [""]
            if word == "program":
                plan["program"] = os.path.join(HERE, words[0])
            elif word == "data":
                plan["data"].append(os.path.join(HERE, words[0]))
            elif word == "kernel":
                plan["kernels"].append(words[0])
            elif word == "call":
                plan["calls"][int(words[0])] = (words[1], inputs := [])
            elif word == "module":
                plan["modules"].append((words[0], *[None if w == "-" else w for w in words[1:3]], int(words[3]), []))
            elif word == "do":
                plan["modules"][-1][4].append(int(words[0]))
            elif word in ("tensor", "int", "float", "bool", "none", "output"):
                inputs.append((word, words))
            elif word not in ("", "etscope-plan"):
                raise ValueError(f"plan.txt: '{word}' is no word of a plan")
    return plan


def numbers(text):
    return [] if text == "-" else [int(n) for n in text.split(",")]


def input_of(torch, kind, words):
    if kind == "none":
        return None
    if kind != "tensor":
        return {"int": int, "float": float.fromhex, "bool": lambda text: text == "1"}[kind](words[0])
    dtype, order = getattr(torch, SHORT[words[0]]), numbers(words[2])
    array = read_array(torch, os.path.join(HERE, words[3])).to(dtype)
    if order and order != sorted(order):  # dense in another order of the dimensions
        back = [order.index(axis) for axis in range(len(order))]
        array = array.permute(order).contiguous().permute(back)
    return array


# Execution ----------------------------------------------------------------------------------------------------------------------


class Execution:
    def __init__(self, lib, torch, plan):
        self.lib, self.torch, self.plan = lib, torch, plan
        self.wanted = {int(words[0]) for _, inputs in plan["calls"].values() for kind, words in inputs if kind == "output"}
        self.given = {}  # outputs of calls that later ones of the module take

    def load(self, dump, size):
        options = {"enable_etdump": True, "debug_buffer_size": size} if dump else {}
        if self.plan["data"]:
            options["data_path"] = self.plan["data"][0]
        return self.lib._load_for_executorch(self.plan["program"], **options)

    def module(self, number, kind, dump, buffer, size, calls):
        tell("module", number=number, kind=kind)
        self.given = {}
        try:
            module = self.load(dump, size)
        except RuntimeError as error:
            tell("refused", message=str(error))
            return False
        if dump and not module.has_etdump():
            tell("no-dump", number=number)
            dump = None
            if kind == "times":
                return True
        for call in calls:
            self.call(module, call, kind)
        if dump:
            paths = [os.path.join(HERE, name) for name in (dump, buffer) if name]
            module.write_etdump_result_to_file(*paths)
            if hasattr(os, "statvfs") and os.statvfs(HERE).f_bavail == 0:  # the runtime does not say whether it could
                sys.exit(f"{dump} cannot be written: no space is left on the disk")
            tell("written", number=number)
        return True

    def call(self, module, number, kind):
        method, inputs = self.plan["calls"][number]
        tell("call", number=number)
        try:
            values = [self.value(*one) for one in inputs]
            began = time.perf_counter_ns()
            outputs = module.run_method(method, values)
            spent = time.perf_counter_ns() - began
        except (RuntimeError, TypeError, ValueError, LookupError) as error:
            tell("failed", number=number, message=str(error))
            return
        if number in self.wanted:  # the memory of outputs is used again
            self.given[number] = [one.clone() if isinstance(one, self.torch.Tensor) else one for one in outputs]
        kept = [self.keep(method, number, i, one) for i, one in enumerate(outputs)] if kind != "times" else []
        tell("done", number=number, ns=spent, outputs=kept)

    def value(self, kind, words):
        if kind != "output":
            return input_of(self.torch, kind, words)
        call, index = map(int, words)
        if call not in self.given:
            raise ValueError(f"call {call}, whose output it takes, gave none")
        return self.given[call][index]

    def keep(self, method, call, index, value):
        torch = self.torch
        if isinstance(value, (bool, int, float)):
            dtype = {bool: torch.bool, int: torch.int64, float: torch.float64}[type(value)]
            value = torch.tensor(value, dtype=dtype)
        if not isinstance(value, torch.Tensor):
            return None
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "".join(f"%{b:02X}" for b in c.encode()) for c in method)
        name = f"out-{safe}-{call}-{index}.npy"
        write_array(torch, os.path.join(HERE, name), value)
        return {"file": name, "type": next((s for s, n in SHORT.items() if n == str(value.dtype).split(".")[-1]), "unknown")}


def renew_hashes():
    """By hand, beside a run.json: it speaks of the files that are there now."""
    path = os.path.join(HERE, "run.json")
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    for written in record["written"]:
        with open(os.path.join(HERE, written["file"]), "rb") as file:
            content = file.read()
        written["size"], written["sha256"] = len(content), hashlib.sha256(content).hexdigest()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1, ensure_ascii=False)


def main():
    lib, torch = runtime()
    backends = lib._get_registered_backend_names() if hasattr(lib, "_get_registered_backend_names") else []
    try:
        version = importlib.metadata.version("executorch")
    except importlib.metadata.PackageNotFoundError:
        version = "unknown"
    tell("target", executorch=version, torch=torch.__version__, version=platform.python_version(), backends=sorted(backends))
    if sys.argv[1:] == ["--ask"]:  # which runtime there is, and nothing is executed
        return
    plan = read_plan(os.path.join(HERE, "plan.txt"))
    missing = load_kernels(lib, torch, plan["kernels"])
    if missing:
        tell("missing", kernels=missing)
    if len(plan["data"]) > 1:
        tell("refused", message="the Python runtime takes one file of external data, and this program has "
             f"{len(plan['data'])}: run it with a runner program")
        return
    execution = Execution(lib, torch, plan)
    for number, module in enumerate(plan["modules"]):
        if not execution.module(number, *module):
            return
    renew_hashes()
    tell("end")


if __name__ == "__main__":
    main()
