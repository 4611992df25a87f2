def observed(program, share=1.0):
    """The ranges of activations are those of the example inputs, or hold that share of their values; types stay."""
    ranges = {}

    class Observer(torch.fx.Interpreter):
        def run_node(self, node):
            result = super().run_node(node)
            if isinstance(result, torch.Tensor) and result.is_floating_point() and result.numel():
                ordered = result.detach().flatten().sort().values
                most = min(int(len(ordered) * (1 + share) / 2), len(ordered) - 1)
                ranges[node.name] = (float(ordered[len(ordered) - 1 - most]), float(ordered[most]))
            return result

    inputs, kwargs = program.example_inputs
    Observer(without_rounding(program, weights=False)).run(*pytree.tree_leaves((inputs, kwargs)))
    module = program.module()
    for node, value, undone in quantisers(module.graph):
        if value.name in ranges:
            set_range((node, *undone), *ranges[value.name], *node.args[3:])
    module.recompile()
    return again(module, program)


def set_range(nodes, low, high, least, most, dtype):
    low, high = min(low, 0.0), max(high, 0.0)
    scale = max((high - low) / (most - least), 1e-12)
    zero = int(min(max(round(least - low / scale), least), most))
    for one in nodes:
        one.args = (one.args[0], scale, zero, least, most, dtype)


def in_sixteen_bits(program):
    """The same ranges in finer steps."""
    module = program.module()
    for node, _, undone in quantisers(module.graph):
        _, scale, zero, least, most, _ = node.args
        set_range((node, *undone), (least - zero) * scale, (most - zero) * scale, -32768, 32767, torch.int16)
    module.recompile()
    return again(module, program)


def observed_in_runs(program):
    """Each run finds the ranges of its activations."""
    module, made = program.module(), torch.ops.quantized_decomposed
    for node, value, undone in quantisers(module.graph):
        least, most, dtype = node.args[3:]
        with module.graph.inserting_before(node):
            found = module.graph.call_function(made.choose_qparams.tensor, (value, least, most, 1.1920928955078125e-07, dtype))
            scale, zero = (module.graph.call_function(operator.getitem, (found, place)) for place in (0, 1))
        for one, target in ((node, made.quantize_per_tensor.tensor), *((one, made.dequantize_per_tensor.tensor) for one in undone)):
            one.target, one.args = target, (one.args[0], scale, zero, least, most, dtype)
    module.recompile()
    return again(module, program)
