class Rewrite(ExportPass):
    """Puts functions of torch in the place of operators; what they compute becomes operators of the edge dialect."""

    def __init__(self, functions):
        super().__init__()
        self.functions = functions

    def call_getitem(self, value, key, meta):
        return value[key] if isinstance(value, (tuple, list)) else super().call_getitem(value, key, meta)

    def call_operator(self, op, args, kwargs, meta):
        function = self.functions.get(op)
        if function is None:
            return super().call_operator(op, args, kwargs, meta)
        leaves, form = pytree.tree_flatten((args, kwargs))
        given = [leaf for leaf in leaves if isinstance(leaf, ProxyValue)]

        def call(*tensors):
            rest = iter(tensors)
            args, kwargs = pytree.tree_unflatten([next(rest) if isinstance(leaf, ProxyValue) else leaf for leaf in leaves], form)
            return function(*args, **kwargs)

        table = core_aten_decompositions()
        table.pop(op._op, None)
        functional = torch.func.functionalize(call, remove="mutations_and_views")
        graph = make_fx(functional, decomposition_table=table)(*[one.data for one in given]).graph
        return self.emit(graph, given, meta)

    def emit(self, graph, given, meta):
        """The nodes of the traced function, one by one."""
        values = dict(zip((node for node in graph.nodes if node.op == "placeholder"), given))
        for node in graph.nodes:
            if node.op == "placeholder":
                continue
            args, kwargs = torch.fx.node.map_arg((node.args, node.kwargs), lambda one: values[one])
            if node.op == "output":
                return args[0]
            values[node] = self.emit_node(node, args, kwargs, meta)
        raise AssertionError("a graph without output")

    def emit_node(self, node, args, kwargs, meta):
        if node.op == "get_attr":
            return getattr(node.graph.owning_module, node.target)
        if node.target is operator.getitem:
            return self.call_getitem(*args, meta)
        if node.target in (torch.ops.aten._to_copy.default, torch.ops.aten.clone.default):
            return converted(self, args[0], kwargs.get("dtype"), meta)
        space, name = node.target._schema.name.split("::")
        if space != "aten":
            raise NotImplementedError(f"{space}.{name} is no operator of the edge dialect")
        name += "_copy" if node.target.is_view else ""
        return ExportPass.call_operator(self, getattr(getattr(edge.aten, name), node.target._overloadname), args, kwargs, meta)
