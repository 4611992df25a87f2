class Cast(ExportPass):
    """Computes operators in wider types: what they read is converted before, what they give is converted back."""

    def __init__(self, operators, wider):
        super().__init__()
        self.operators, self.wider = operators, wider

    def call_getitem(self, value, key, meta):
        return value[key] if isinstance(value, (tuple, list)) else super().call_getitem(value, key, meta)

    def call_operator(self, op, args, kwargs, meta):
        if op not in self.operators:
            return super().call_operator(op, args, kwargs, meta)
        before = []

        def widened(value):
            wide = self.wider.get(value.data.dtype) if isinstance(value, ProxyValue) and isinstance(value.data, torch.Tensor) else None
            if wide is None:
                return value
            before.append(value.data.dtype)
            return converted(self, value, wide, meta)

        args, kwargs = pytree.tree_map(widened, (args, kwargs), is_leaf=lambda value: isinstance(value, ProxyValue))
        result = super().call_operator(op, args, kwargs, meta)
        if not before:
            return result

        def narrowed(value):
            return converted(self, value, before[0], meta) if value.data.dtype == self.wider[before[0]] else value

        if isinstance(result.data, torch.Tensor):
            return narrowed(result)
        return [narrowed(self.call_getitem(result, number, meta)) for number in range(len(result.data))]


WIDER = {torch.float16: torch.float32, torch.bfloat16: torch.float32, torch.float32: torch.float64,
         torch.int8: torch.int32, torch.uint8: torch.int32, torch.int16: torch.int32, torch.int32: torch.int64}
