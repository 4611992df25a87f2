def converted(of_pass, value, dtype, meta):
    """A copy of the value, row-major, in another type where one is given."""
    kwargs = {"dim_order": list(range(value.data.dim()))}
    if dtype is None:
        return ExportPass.call_operator(of_pass, edge.dim_order_ops._clone_dim_order.default, (value,), kwargs, meta)
    return ExportPass.call_operator(of_pass, edge.dim_order_ops._to_dim_order_copy.default, (value,), {"dtype": dtype, **kwargs}, meta)
