def wide_sum(x, dim=None, keepdim=False, dtype=None):
    if not x.is_floating_point():
        return torch.sum(x, dim or list(range(x.dim())), keepdim=keepdim, dtype=dtype)
    wide = torch.float32 if x.dtype in (torch.float16, torch.bfloat16) else torch.float64
    return torch.sum(x.to(wide), dim or list(range(x.dim())), keepdim=keepdim).to(dtype or x.dtype)


def wide_mean(x, dim=None, keepdim=False, dtype=None):
    wide = torch.float32 if x.dtype in (torch.float16, torch.bfloat16) else torch.float64
    return torch.mean(x.to(wide), dim or list(range(x.dim())), keepdim=keepdim).to(dtype or x.dtype)


def wide_cumsum(x, dim, dtype=None):
    if not x.is_floating_point():
        return torch.cumsum(x, dim, dtype=dtype)
    wide = torch.float32 if x.dtype in (torch.float16, torch.bfloat16) else torch.float64
    return torch.cumsum(x.to(wide), dim).to(dtype or x.dtype)


def wide_mm(left, right):
    """At most 32 sums of products, which are added in a wider type."""
    wide = torch.float32 if left.dtype in (torch.float16, torch.bfloat16) else torch.float64
    size = max(16, -(-left.shape[1] // 32))
    result = 0
    for at in range(0, left.shape[1], size):
        result = torch.mm(left[:, at:at + size], right[at:at + size]).to(wide) + result
    return result.to(left.dtype)


def wide_bmm(left, right):
    """As wide_mm."""
    wide = torch.float32 if left.dtype in (torch.float16, torch.bfloat16) else torch.float64
    size = max(16, -(-left.shape[2] // 32))
    result = 0
    for at in range(0, left.shape[2], size):
        result = torch.bmm(left[:, :, at:at + size], right[:, at:at + size]).to(wide) + result
    return result.to(left.dtype)


def wide_addmm(bias, left, right, beta=1, alpha=1):
    """As wide_mm."""
    wide = torch.float32 if left.dtype in (torch.float16, torch.bfloat16) else torch.float64
    size = max(16, -(-left.shape[1] // 32))
    result = bias.to(wide) * beta
    for at in range(0, left.shape[1], size):
        result = torch.mm(left[:, at:at + size], right[at:at + size]).to(wide) * alpha + result
    return result.to(left.dtype)


def wide_linear(x, weight, bias=None):
    """As wide_mm."""
    wide = torch.float32 if x.dtype in (torch.float16, torch.bfloat16) else torch.float64
    size = max(16, -(-weight.shape[1] // 32))
    result = 0 if bias is None else bias.to(wide)
    for at in range(0, weight.shape[1], size):
        result = torch.matmul(x[..., at:at + size], weight[:, at:at + size].t()).to(wide) + result
    return result.to(x.dtype)
