def quantisers(graph):
    """Nodes that round activations to integers, each with what it rounds and those that undo it."""
    for node in list(graph.nodes):
        if node.op == "call_function" and str(node.target).startswith("quantized_decomposed.quantize_per_tensor"):
            undone = [user for user in node.users if "dequantize_per_tensor" in str(user.target)]
            yield node, node.args[0], undone


def without_rounding(program, weights=True):
    """The program's module without the rounding of activations; weights as the real numbers that they stand for."""
    module = program.module()
    for node, value, undone in quantisers(module.graph):
        for one in undone:
            one.replace_all_uses_with(value)
            module.graph.erase_node(one)
        if not node.users:
            module.graph.erase_node(node)
    for node in list(module.graph.nodes) if weights else ():
        stored = node.args[0] if node.op == "call_function" and "dequantize_per" in str(node.target) else None
        if stored is None or stored.op != "get_attr":
            continue
        name = "real_" + node.name
        inputs = pytree.tree_map(lambda one: attribute(module, one.target) if isinstance(one, torch.fx.Node) else one,
                                 (node.args, dict(node.kwargs)))
        module.register_buffer(name, node.target(*inputs[0], **inputs[1]).detach())
        with module.graph.inserting_before(node):
            node.replace_all_uses_with(module.graph.get_attr(name))
        module.graph.erase_node(node)
    module.graph.eliminate_dead_code()
    module.recompile()
    return module


def attribute(module, name):
    return functools.reduce(getattr, name.split("."), module)


def again(module, program):
    inputs, kwargs = program.example_inputs
    return torch.export.export(module, inputs, kwargs, strict=False)


def in_float(program):
    return again(without_rounding(program), program)


def observed(program):
    """The ranges of activations are those of the example inputs, rounded to integers of the same types."""
    ranges = {}

    class Observer(torch.fx.Interpreter):
        def run_node(self, node):
            result = super().run_node(node)
            if isinstance(result, torch.Tensor) and result.is_floating_point() and result.numel():
                ranges[node.name] = (float(result.min()), float(result.max()))
            return result

    inputs, kwargs = program.example_inputs
    Observer(without_rounding(program, weights=False)).run(*pytree.tree_leaves((inputs, kwargs)))
    module = program.module()
    for node, value, undone in quantisers(module.graph):
        if value.name in ranges:
            low, high = (min(ranges[value.name][0], 0.0), max(ranges[value.name][1], 0.0))
            least, most = node.args[3:5]
            scale = max((high - low) / (most - least), 1e-12)
            zero = int(min(max(round(least - low / scale), least), most))
            for one in (node, *undone):
                one.args = (one.args[0], scale, zero, *one.args[3:])
    module.recompile()
    return again(module, program)
