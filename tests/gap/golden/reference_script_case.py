# Computes every node of the edge graph of one method and keeps the values by node name, for etscope.
# Needs the environment of the export: ExecuTorch 1.5, and the libraries whose operators the graph uses.
import numpy, torch
import executorch.exir  # the operators of the edge dialect
from executorch.devtools import parse_etrecord
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils._pytree import tree_flatten
from executorch.devtools.bundled_program.serialize import deserialize_from_flatbuffer_to_bundled_program

record = "model.etrecord"
method = "text_decoder"
values = "reference-text_decoder.npz"
bundle = "model.bpte"
case = 1

programs = parse_etrecord(record).edge_dialect_program
program = programs[method] if isinstance(programs, dict) else programs

def value_of(value):
    stored = value.val
    if not hasattr(stored, "scalar_type"):
        return next(iter(vars(stored).values()))  # a number
    names = {"BYTE": "uint8", "CHAR": "int8"}
    dtype = getattr(torch, names.get(stored.scalar_type.name, stored.scalar_type.name.lower()))
    order = list(stored.dim_order)
    sizes = [stored.sizes[axis] for axis in order]
    tensor = torch.frombuffer(bytearray(stored.data), dtype=dtype) if stored.data else torch.empty(0, dtype=dtype)
    return tensor.reshape(sizes).permute([order.index(axis) for axis in range(len(order))])

with open(bundle, "rb") as file:
    suites = deserialize_from_flatbuffer_to_bundled_program(file.read()).method_test_suites
cases = next(suite.test_cases for suite in suites if suite.method_name == method)
calls = [[value_of(value) for value in one.inputs] for one in cases[:case + 1]]  # those before it leave their state

class Keep(torch.fx.Interpreter):
    def run_node(self, node):
        result = super().run_node(node)
        if node.op == "call_function" and isinstance(result, torch.Tensor):
            kept[node.name] = (result.float() if result.dtype == torch.bfloat16 else result).clone().numpy()
        return result

kept, state = {}, {**program.state_dict, **program.constants}
for call in calls:
    given, signature = iter(call), program.graph_signature
    arguments = [next(given) if spec.kind == InputKind.USER_INPUT else state[spec.target].clone()
                 for spec in signature.input_specs]
    with torch.no_grad():
        results = Keep(program.graph_module).run(*arguments)
    for spec, result in zip(signature.output_specs, results):
        if spec.kind == OutputKind.BUFFER_MUTATION:
            state[spec.target] = result
numpy.savez(values, **kept)
print(len(kept), "values in", values)
