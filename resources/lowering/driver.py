#!/usr/bin/env python3
"""Lowers programs with ExecuTorch and runs them, as it is asked: a JSON object a line in, lines "@etscope {…}" out.

Written by etscope, and yours: read it, change it, ask it by hand:
    echo '{"id": 1, "do": "build", "folder": ".", "code": ["model.py"]}' | python driver.py
It needs the packages torch and executorch and nothing else; both stay loaded from request to request.

    {"id": N, "do": "hello"}                  versions and backends
    {"id": N, "do": "build", "folder": F, "code": [FILE…], "record": FILE, "graph": "exported" | "edge", "methods": [NAME…]}
                                              F/model.pte, F/model.etrecord; of a Model F/in-METHOD-CASE-INPUT.npy and
                                              F/ref-METHOD-CASE-OUTPUT.npy and expected.npz, too
    {"id": N, "do": "execute", "folder": F}   the plan of F/run.py; what that says comes before the answer
    {"id": N, "do": "script", "folder": F, "name": NAME}    F/NAME as a program; the answer has its exit status
Each is answered by one line {"answer": N, "state": "done" | "failed", …}; "failed" has a message and the step that failed.

The code of a build are files of Python, of which each may define any of these; of several that do the last one counts:
    METHOD                        the method's name; "forward" unless told
    Model()                       the module, and
    inputs()                      its example inputs, a tuple; without Model the programs are those of the record
    dynamic_shapes()              as torch.export takes them
    cases()                       inputs of calls, in their order: a list of tuples; the example inputs unless told
    change(program, method)       an exported program before it is lowered: gives another one
    partitioners(method)          a list
    passes(method)                passes over the edge program, before it is partitioned
    edge_config()                 an EdgeCompileConfig
    after_lowering(manager)       an EdgeProgramManager: gives another one
    executorch_config()           an ExecutorchBackendConfig
"""
import copy
import importlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import runpy
import sys
import traceback
import warnings

HERE = os.path.dirname(os.path.abspath(globals().get("__file__", "driver.py")))


def tell(**facts):
    print("@etscope " + json.dumps(facts), flush=True)


def version_of(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


class Step:
    """What is being done, for the answer of one that fails."""

    name = "start"


# Code of the request ------------------------------------------------------------------------------------------------------------


class Code:
    """The files of a request as one: of a name that several define the last one counts."""

    def __init__(self, files, folder):
        self.modules = []
        for number, file in enumerate(files):
            spec = importlib.util.spec_from_file_location(f"etscope_code_{number}", os.path.join(folder, file))
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module  # where the exporter looks for the code of branches
            spec.loader.exec_module(module)
            self.modules.append(module)

    def find(self, name, default=None):
        return next((getattr(m, name) for m in reversed(self.modules) if hasattr(m, name)), default)

    def call(self, name, *arguments, default=None):
        found = self.find(name)
        return default if found is None else found(*arguments)


# Building -----------------------------------------------------------------------------------------------------------------------


def of_model(code):
    """The exported program of the code's module, and what its calls are fed."""
    import torch

    Step.name = "model"
    torch.manual_seed(0)
    model = code.find("Model")().eval()
    inputs = tuple(code.call("inputs", default=()))
    cases = [tuple(case) for case in code.call("cases", default=[inputs])]
    method = code.find("METHOD", "forward")
    Step.name = "export"
    program = torch.export.export(copy.deepcopy(model), inputs, dynamic_shapes=code.call("dynamic_shapes"), strict=False)
    return {method: program}, {method: (model, cases)}


def of_record(path, graph, methods):
    from executorch.devtools.etrecord import parse_etrecord

    Step.name = "record"
    record = parse_etrecord(path)
    found = record.exported_program if graph == "exported" else record.edge_dialect_program
    if found is None:
        raise ValueError(f"the record has no {graph} program")
    if not isinstance(found, dict):
        found = {(methods or ["forward"])[0]: found}
    missing = [name for name in methods or [] if name not in found]
    if missing:
        raise ValueError(f"the record has no {graph} program of {', '.join(missing)}")
    return {name: settled(found[name]) if graph == "edge" else found[name] for name in methods or found}


def settled(program):
    """A recorded edge program as the partitioners know them: a record has arguments by name and results that nobody reads."""
    from executorch.exir import EdgeCompileConfig
    from executorch.exir.verification.verifier import EXIREdgeDialectVerifier

    import torch

    for module in program.graph_module.modules():
        if isinstance(module, torch.fx.GraphModule):
            for node in list(module.graph.nodes):
                schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
                if schema is not None and node.kwargs:
                    node.args, node.kwargs = by_place(schema, list(node.args), dict(node.kwargs))
            module.graph.eliminate_dead_code(lambda node: node.op not in ("call_function", "get_attr"))
            module.recompile()
    program._verifiers = [EXIREdgeDialectVerifier(edge_compile_config=EdgeCompileConfig(_check_ir_validity=False), class_only=True)]
    return program


def by_place(schema, args, kwargs):
    """Arguments that a schema gives a place, in their places."""
    placed = [one for one in schema.arguments if not one.kwarg_only]
    last = max((place for place, one in enumerate(placed) if one.name in kwargs), default=-1)
    for one in placed[len(args):last + 1]:
        args.append(kwargs.pop(one.name, one.default_value))
    return tuple(args), kwargs


def lower(programs, graph, code):
    """The EdgeProgramManager with what is delegated, and its record."""
    from executorch import exir

    Step.name = "lowering"
    config = code.call("edge_config") or exir.EdgeCompileConfig(_check_ir_validity=False)
    programs = {name: code.call("change", program, name, default=program) for name, program in programs.items()}
    partitioners = {name: list(code.call("partitioners", name, default=[])) for name in programs}
    passes = {name: list(code.call("passes", name, default=[])) for name in programs}
    passes = {name: some for name, some in passes.items() if some} or None
    if graph == "edge":
        manager = lower_edge(exir, programs, config, partitioners, passes)
    else:
        manager = exir.to_edge_transform_and_lower(
            programs, transform_passes=passes, partitioner=partitioners, compile_config=config, generate_etrecord=True)
        if passes:
            record_transformed(manager)
    return code.call("after_lowering", manager, default=manager)


def record_transformed(manager):
    """The record's edge program is the one that is partitioned: with what passes did."""
    record = manager._etrecord
    found = {name.split("/", 1)[1]: record.graph_map.pop(name) for name in list(record.graph_map or {})
             if name.startswith("edge_after_transform/")}
    if found:
        record.edge_dialect_program = found if len(found) > 1 else next(iter(found.values()))


def lower_edge(exir, programs, config, partitioners, passes):
    """Programs that are of the edge dialect already."""
    from executorch.devtools.etrecord import ETRecord
    from executorch.exir.program._program import lift_constant_tensor_pass

    manager = exir.EdgeProgramManager(programs, None, config)
    if passes:
        manager = manager.transform(passes)
        for method in manager.methods:
            lift_constant_tensor_pass(manager.exported_program(method))
    manager._etrecord = ETRecord()
    manager._etrecord.add_edge_dialect_program(copy.deepcopy(manager))
    for turn in range(max(map(len, partitioners.values()), default=0)):
        manager = manager.to_backend({name: some[turn] for name, some in partitioners.items() if turn < len(some)})
    return manager


def as_array(value):
    """A type that numpy lacks is written as float32; nothing of what is no tensor and no number."""
    import torch

    if isinstance(value, (bool, int, float)):
        value = torch.tensor(value)
    if not isinstance(value, torch.Tensor):
        return None
    return (value.float() if value.dtype == torch.bfloat16 else value).detach().contiguous().numpy()


def write_cases(folder, calls):
    """What each call is fed, and what PyTorch computes of it; state goes on from call to call."""
    import numpy
    import torch
    from torch.utils._pytree import tree_leaves

    Step.name = "reference"
    expected = {}
    for method, (model, cases) in calls.items():
        for case, inputs in enumerate(cases):
            with torch.no_grad():
                outputs = tree_leaves(model(*copy.deepcopy(inputs)))
            for word, values in (("in", tree_leaves(inputs)), ("ref", outputs)):
                for number, array in enumerate(map(as_array, values)):
                    if array is not None:
                        numpy.save(os.path.join(folder, f"{word}-{method}-{case}-{number}.npy"), array)
                    if array is not None and word == "ref":
                        expected[f"case_{case}_output_{number}"] = array
    if expected:
        numpy.savez(os.path.join(folder, "expected.npz"), **expected)


def build(request):
    from executorch import exir

    folder = os.path.join(HERE, request["folder"])
    graph = request.get("graph", "exported")
    Step.name = "code"
    code = Code(request.get("code", []), folder)
    if code.find("Model"):
        programs, calls = of_model(code)
    else:
        programs, calls = of_record(os.path.join(HERE, request["record"]), graph, request.get("methods")), {}
    write_cases(folder, calls)
    manager = lower(programs, "edge" if graph == "edge" and not calls else "exported", code)
    Step.name = "to_executorch"
    config = code.call("executorch_config") or exir.ExecutorchBackendConfig()
    program = manager.to_executorch(config)
    Step.name = "writing"
    with open(os.path.join(folder, "model.pte"), "wb") as file:
        program.write_to_file(file)
    program.get_etrecord().save(os.path.join(folder, "model.etrecord"))
    return {"bytes": os.path.getsize(os.path.join(folder, "model.pte")), "methods": sorted(programs)}


# Requests -----------------------------------------------------------------------------------------------------------------------


def keep_lists_of_operators():
    """PyTorch lists all operators anew for every export, which is half of the time of a small one."""
    try:
        from torch._export import utils

        utils._materialize_cpp_cia_ops()
        utils._materialize_cpp_cia_ops = lambda: None
        list_them, kept = utils._collect_all_valid_cia_ops_for_namespace, {}

        def listed(namespace):
            if namespace not in kept:
                kept[namespace] = list_them(namespace)
            return set(kept[namespace])

        utils._collect_all_valid_cia_ops_for_namespace = listed
    except Exception as error:  # another version; it takes longer
        print(f"torch._export.utils: {error}", file=sys.stderr)


def hello(_request):
    Step.name = "import"
    import torch
    from executorch import exir  # noqa: F401  loaded once, for all that follows

    try:
        from executorch.extension.pybindings import _C as lib
    except ImportError:
        from executorch.extension.pybindings import portable_lib as lib
    for package in ("executorch.kernels.quantized", "executorch.extension.llm.custom_ops.custom_ops"):
        try:  # operators that programs name, where the installation has them
            importlib.import_module(package)
        except Exception as error:
            print(f"{package}: {error}", file=sys.stderr)
    keep_lists_of_operators()
    backends = lib._get_registered_backend_names() if hasattr(lib, "_get_registered_backend_names") else []
    return {"python": platform.python_version(), "torch": torch.__version__, "executorch": version_of("executorch"),
            "backends": sorted(backends), "platform": f"{platform.platform()}, {platform.machine()}"}


def execute(request):
    """run.py of the folder, here, where torch is loaded."""
    Step.name = "run"
    try:
        runpy.run_path(os.path.join(HERE, request["folder"], "run.py"), run_name="__main__")
    except SystemExit as end:
        if end.code not in (None, 0):
            raise RuntimeError(f"run.py ended with {end.code}") from end
    return {}


def script(request):
    """A script of the folder, here, where torch is loaded; its exit status."""
    Step.name = "script"
    sys.modules.pop("model", None)
    path = list(sys.path)
    try:
        runpy.run_path(os.path.join(HERE, request["folder"], request["name"]), run_name="__main__")
        return {"status": 0}
    except SystemExit as end:
        return {"status": end.code if isinstance(end.code, int) else int(end.code is not None)}
    finally:
        sys.path[:] = path


KINDS = {"hello": hello, "build": build, "execute": execute, "script": script}


def words_of(error):
    """What it says, and what it came of."""
    words = f"{type(error).__name__}: {error}"
    return words if error.__cause__ is None else words + ", because of " + words_of(error.__cause__)


def answer(request):
    Step.name = "request"
    try:
        return {"state": "done", **KINDS[request["do"]](request)}
    except Exception as error:  # whatever the candidate does: the next one is another
        traceback.print_exc()
        return {"state": "failed", "step": Step.name, "message": words_of(error)[:4000]}


def main():
    warnings.filterwarnings("ignore")
    sys.argv = sys.argv[:1]  # run.py reads words of its own
    for line in sys.stdin:
        if line.strip():
            request = json.loads(line)
            facts = answer(request)
            sys.stdout.flush()
            sys.stderr.flush()
            tell(answer=request.get("id"), **facts)


if __name__ == "__main__":
    main()
