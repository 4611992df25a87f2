class CopyResults(ExportPass):
    """Copies what control flow gives, before anything can be written over it."""

    def call_getitem(self, value, key, meta):
        result = super().call_getitem(value, key, meta)
        flow = isinstance(value, ProxyValue) and value.node.target in FLOW
        return converted(self, result, None, meta) if flow and isinstance(result.data, torch.Tensor) else result


FLOW = (torch.ops.higher_order.cond, torch.ops.higher_order.map_impl, torch.ops.higher_order.scan, torch.ops.higher_order.while_loop)
