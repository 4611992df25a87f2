"""Lowers a model in its variant, runs it with the real runtime and writes a folder as a user would have it."""

import copy
from dataclasses import dataclass
from pathlib import Path

import numpy
import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
from executorch.devtools import BundledProgram
from executorch.devtools.bundled_program.config import MethodTestCase, MethodTestSuite
from executorch.devtools.bundled_program.serialize import serialize_from_bundled_program_to_flatbuffer
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from executorch.extension.pybindings import portable_lib
from torchao.quantization import quantize_
from torchao.quantization.granularity import PerGroup
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
from torchao.quantization.quant_api import Int8DynamicActivationIntxWeightConfig

import executorch.kernels.quantized  # noqa: F401  quantize and dequantize for the runtime

HALF = {"half": torch.float16, "bfloat16": torch.bfloat16}
QUANTISED = {"static_int8", "static_int8_portable", "dynamic_int8", "int4"}
WITHOUT_DELEGATE = {"portable", "half", "bfloat16", "static_int8_portable"}


@dataclass
class Ready:
    """A method as it is exported: in its type, quantised."""

    module: torch.nn.Module
    inputs: list
    dynamic: object
    eager: torch.nn.Module  # in its type, not quantised


def typed(value, dtype):
    return value.to(dtype) if dtype and value.is_floating_point() else value


def quantised(module, method, variant):
    if variant == "int4":
        config = Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerGroup(32))
        wide = lambda one, _: isinstance(one, torch.nn.Linear) and one.in_features % 32 == 0  # noqa: E731
        quantize_(module, config, wide)
        return module
    dynamic = variant == "dynamic_int8"
    quantiser = XNNPACKQuantizer().set_global(get_symmetric_quantization_config(is_per_channel=True, is_dynamic=dynamic))
    prepared = prepare_pt2e(torch.export.export(module, method.cases[0], dynamic_shapes=method.dynamic).module(), quantiser)
    for case in method.cases:
        prepared(*case)
    return convert_pt2e(prepared)


def prepare(model, alter=None):
    """method → Ready. `alter(modules)` changes the weights before anything else sees them."""
    dtype = HALF.get(model.variant)
    modules = copy.deepcopy({name: one.module for name, one in model.methods.items()})
    if alter:
        alter(modules)
    ready = {}
    for name, method in model.methods.items():
        eager = modules[name].to(dtype) if dtype else modules[name]
        module = quantised(copy.deepcopy(eager), method, model.variant) if model.variant in QUANTISED else eager
        nested = module is not eager and method.dynamic and isinstance(method.dynamic[0], tuple)  # a graph module names its inputs
        dynamic = method.dynamic[0] if nested else method.dynamic
        ready[name] = Ready(module, [tuple(typed(x, dtype) for x in case) for case in method.cases], dynamic, eager)
    return ready


def partitioners(model):
    if model.variant in WITHOUT_DELEGATE:
        return []
    if model.variant == "partial":
        return [XnnpackPartitioner(per_op_mode=True, verbose=False)]
    return [XnnpackPartitioner()]


def export(model, ready, passes=None):
    """Executorch's own manager of the program; its record is made along the way."""
    exported = {name: torch.export.export(one.module, one.inputs[0], dynamic_shapes=one.dynamic) for name, one in ready.items()}
    chosen = partitioners(model)
    return to_edge_transform_and_lower(
        exported,
        partitioner={name: list(chosen) for name in ready} if chosen else None,
        transform_passes=passes,
        compile_config=EdgeCompileConfig(_check_ir_validity=False),
        generate_etrecord=True,
    ).to_executorch()


def flat(outputs):
    return [one for one in (outputs if isinstance(outputs, (tuple, list)) else (outputs,)) if isinstance(one, torch.Tensor)]


def references(model, ready, quantised=False):
    """(method, case) → outputs in eager mode, in the order of the cases: of the float model by the model's options, or of the quantised one."""
    floating = model.variant in QUANTISED and model.options["eager"] and not quantised
    modules = copy.deepcopy({name: one.eager if floating else one.module for name, one in ready.items()})
    return {
        (name, number): copy.deepcopy(flat(modules[name](*copy.deepcopy(case))))
        for name, one in ready.items() for number, case in enumerate(one.inputs)
    }  # fmt: skip


def run(program, calls, prefix=None):
    """Outputs of the calls [(method, inputs)] of one process; writes <prefix>.etdp and .dbg."""
    module = portable_lib._load_for_executorch_from_buffer(program, enable_etdump=True, debug_buffer_size=1 << 20)
    outputs = [[x.clone() for x in flat(module.run_method(name, inputs))] for name, inputs in calls]
    if prefix:
        module.write_etdump_result_to_file(f"{prefix}.etdp", f"{prefix}.dbg")
        buffer = Path(f"{prefix}.dbg")
        used = len(buffer.read_bytes().rstrip(b"\0"))
        buffer.write_bytes(buffer.read_bytes()[: used + 8192])  # the last value may end in zeros
    return outputs


def save_outputs(folder, calls, outputs, word="out"):
    """out-<method>-<number>-<output>.npy; half types as f32."""
    numbers = {}
    for (name, _), values in zip(calls, outputs):
        number = numbers[name] = numbers.get(name, -1) + 1
        for index, value in enumerate(values):
            value = value.float() if value.dtype == torch.bfloat16 else value
            numpy.save(Path(folder) / f"{word}-{name}-{number}-{index}.npy", value.numpy())


def suites(ready, expected):
    return [MethodTestSuite(name, [MethodTestCase(case, expected[name, i]) for i, case in enumerate(one.inputs)]) for name, one in ready.items()]


def save_program(folder, model, ready, expected, program):
    """model.pte and, by the model's options, the bundle that has the references."""
    (folder / "model.pte").write_bytes(program)
    if model.options["references"] == "bundle" or (model.options["references"] == "record" and "forward" not in ready):
        bundle = BundledProgram(None, suites(ready, expected), str(folder / "model.pte"))
        (folder / "model.bpte").write_bytes(serialize_from_bundled_program_to_flatbuffer(bundle))


def save(folder, model, executorch, ready, expected):
    """Record and program, with the references where the model's options want them."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    save_program(folder, model, ready, expected, executorch.buffer)
    record = executorch.get_etrecord()
    if model.options["references"] == "record":
        bundle = BundledProgram(executorch, suites(ready, expected))
        record.update_reference_outputs(bundle)
        if "forward" in ready:
            record.update_representative_inputs(bundle)
    if not model.options["exported"]:
        record.exported_program = None
    record.save(str(folder / "model.etrecord"))
