# Computes every node of the edge graph of one method and keeps the values by node name, for etscope.
# Needs the environment of the export: ExecuTorch 1.5, and the libraries whose operators the graph uses.
import numpy, torch
import executorch.exir  # the operators of the edge dialect
from executorch.devtools import parse_etrecord
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils._pytree import tree_flatten

record = "model.etrecord"
method = "text_decoder"
values = "reference-text_decoder.npz"

programs = parse_etrecord(record).edge_dialect_program
program = programs[method] if isinstance(programs, dict) else programs
calls = [tree_flatten(program.example_inputs)[0]]  # or tensors of your own

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
