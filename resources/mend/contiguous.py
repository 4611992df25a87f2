class Contiguous(ExportPass):
    """Gives operators row-major copies of what they read."""

    def __init__(self, operators):
        super().__init__()
        self.operators = operators

    def call_operator(self, op, args, kwargs, meta):
        def copied(value):
            is_tensor = isinstance(value, ProxyValue) and isinstance(value.data, torch.Tensor)
            return converted(self, value, None, meta) if is_tensor else value

        if op in self.operators:
            args = pytree.tree_map(copied, args, is_leaf=lambda value: isinstance(value, ProxyValue))
        return super().call_operator(op, args, kwargs, meta)
