class Cast(ExportPass):
    """Computes operators in wider types: what they read is converted before, what they give is converted back. Without operators it
    is all that compute, of the modules where some are named."""

    def __init__(self, operators, wider, modules=()):
        super().__init__()
        self.operators, self.wider, self.modules = operators, wider, modules

    def is_meant(self, op, meta):
        if self.operators is not None:
            return op in self.operators
        stack = list((meta.data.get("nn_module_stack") or {}).values())
        path = stack[-1][0].replace("L['self'].", "") if stack else ""
        inside = not self.modules or any(path == one or path.startswith(one + ".") for one in self.modules)
        return inside and getattr(op, "namespace", "aten") == "aten" and "getitem" not in str(op)

    def call_getitem(self, value, key, meta):
        return value[key] if isinstance(value, (tuple, list)) else super().call_getitem(value, key, meta)

    def call_operator(self, op, args, kwargs, meta):
        if not self.is_meant(op, meta):
            return super().call_operator(op, args, kwargs, meta)
        before = {}

        def widened(value):
            wide = self.wider.get(value.data.dtype) if isinstance(value, ProxyValue) and isinstance(value.data, torch.Tensor) else None
            if wide is None:
                return value
            before.setdefault(wide, value.data.dtype)
            return converted(self, value, wide, meta)

        args, kwargs = pytree.tree_map(widened, (args, kwargs), is_leaf=lambda value: isinstance(value, ProxyValue))
        result = super().call_operator(op, args, kwargs, meta)
        if not before:
            return result

        def narrowed(value):
            narrow = before.get(value.data.dtype)
            return value if narrow is None else converted(self, value, narrow, meta)

        if isinstance(result.data, torch.Tensor):
            return narrowed(result)
        return [narrowed(self.call_getitem(result, number, meta)) for number in range(len(result.data))]


HALVES = {torch.float16: torch.float32, torch.bfloat16: torch.float32}
WIDER = {**HALVES, torch.float32: torch.float64,
         torch.int8: torch.int32, torch.uint8: torch.int32, torch.int16: torch.int32, torch.int32: torch.int64}
