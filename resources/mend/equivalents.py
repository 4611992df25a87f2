def gelu(x, approximate="none"):
    if approximate == "tanh":
        return 0.5 * x * (1 + torch.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))
    return 0.5 * x * (1 + torch.erf(x * 0.7071067811865476))


def power(x, exponent):
    """Of whole exponents."""
    result, square = None, x
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        square = square * square if exponent else square
    return torch.ones_like(x) if result is None else result


def power_of_each(x, exponent):
    """Of whole exponents from 0 to 63 that are a tensor."""
    square = x + torch.zeros_like(exponent)
    result = torch.ones_like(square)
    for bit in (1, 2, 4, 8, 16, 32):
        result = torch.where(torch.bitwise_and(exponent, bit) != 0, result * square, result)
        square = square * square
    return result


def layer_norm(x, shape, weight, bias, eps):
    """Of what is left when the first element, then the mean is gone: near each other, values are subtracted without error."""
    axes = list(range(-len(shape), 0))
    first = x
    for axis in axes:
        first = first.narrow(axis, 0, 1)
    rest = x - first
    mean = rest.mean(axes, keepdim=True)
    rest, mean = rest - mean, first + mean
    rstd = torch.rsqrt((rest * rest).mean(axes, keepdim=True) + eps)
    y = rest * rstd
    y = y if weight is None else y * weight
    return y if bias is None else y + bias, mean, rstd


def group_norm(x, weight, bias, n, c, hxw, groups, eps):
    """As layer_norm."""
    flat = x.reshape(n, groups, c // groups * hxw)
    first = flat.narrow(2, 0, 1)
    rest = flat - first
    mean = rest.mean(2, keepdim=True)
    rest, mean = rest - mean, first + mean
    rstd = torch.rsqrt((rest * rest).mean(2, keepdim=True) + eps)
    y = (rest * rstd).reshape(x.shape)
    shape = [1, c] + [1] * (x.dim() - 2)
    y = y if weight is None else y * weight.reshape(shape)
    return y if bias is None else y + bias.reshape(shape), mean.reshape(n, groups), rstd.reshape(n, groups)


def batch_norm(x, weight, bias, mean, var, momentum, eps):
    shape = [1, -1] + [1] * (x.dim() - 2)
    y = (x - mean.reshape(shape)) * torch.rsqrt(var + eps).reshape(shape)
    y = y if weight is None else y * weight.reshape(shape)
    return y if bias is None else y + bias.reshape(shape), x.new_empty(0), x.new_empty(0)


def instance_norm(x, weight, bias, training, momentum, eps):
    """As layer_norm, over all axes but that of the channels."""
    axes = [axis for axis in range(x.dim()) if axis != 1]
    first = x
    for axis in axes:
        first = first.narrow(axis, 0, 1)
    rest = x - first
    mean = rest.mean(axes, keepdim=True)
    rest, mean = rest - mean, first + mean
    rstd = torch.rsqrt((rest * rest).mean(axes, keepdim=True) + eps)
    y = rest * rstd
    shape = [1, -1] + [1] * (x.dim() - 2)
    y = y if weight is None else y * weight.reshape(shape)
    return y if bias is None else y + bias.reshape(shape), mean.reshape(-1), rstd.reshape(-1)


def max_pool2d(x, kernel, stride=(), padding=0, dilation=1, ceil_mode=False):
    """Of numbers alone; a second pooling tells where a NaN is in the window."""
    numbers = torch.where(torch.isnan(x), torch.full_like(x, -3e38), x)
    values, places = torch.ops.aten.max_pool2d_with_indices(numbers, kernel, stride, padding, dilation, ceil_mode)
    is_nan = torch.where(torch.isnan(x), torch.ones_like(x), torch.zeros_like(x))
    nans, _ = torch.ops.aten.max_pool2d_with_indices(is_nan, kernel, stride, padding, dilation, ceil_mode)
    return torch.where(nans > 0, torch.full_like(values, float("nan")), values), places


def remainder(x, y):
    """Of the sign of y; whole numbers stay whole."""
    if not x.is_floating_point() and not (y.is_floating_point() if isinstance(y, torch.Tensor) else isinstance(y, float)):
        return x - torch.floor_divide(x, y) * y
    rest = torch.fmod(x, y)
    other = (rest != 0) & ((rest < 0) != (torch.zeros_like(rest) + y < 0))
    return torch.where(other, rest + y, rest)


def divide(x, y, rounding_mode=None):
    """Whole numbers stay whole."""
    if rounding_mode is None:
        return x / y
    down = torch.floor_divide(x, y)
    if rounding_mode == "floor":
        return down
    return torch.where((down < 0) & (down * y != x), down + 1, down)


def sum_of_integers(x, dim=None, keepdim=False, dtype=None):
    """The last of the sums so far."""
    x = x if dtype is None else x.to(dtype)
    axes = sorted({axis % x.dim() for axis in dim or range(x.dim())}, reverse=True)
    for axis in axes:
        x = torch.cumsum(x, axis).select(axis, -1)
        x = x.unsqueeze(axis) if keepdim else x
    return x


def variance(x, dim=None, correction=1, keepdim=False):
    """As layer_norm."""
    axes = list(dim) if dim else list(range(x.dim()))
    first = x
    for axis in axes:
        first = first.narrow(axis, 0, 1)
    rest = x - first
    rest = rest - rest.mean(axes, keepdim=True)
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    return (rest * rest).sum(axes, keepdim=keepdim) / max(count - (1 if correction is None else correction), 0)


def sign(x):
    return torch.where(x > 0, torch.ones_like(x), torch.where(x < 0, -torch.ones_like(x), torch.zeros_like(x)))


def softmax(x, dim, half_to_float=False):
    power = torch.exp(x - torch.amax(x, dim, keepdim=True))
    return power / power.sum(dim, keepdim=True)


def log_softmax(x, dim, half_to_float=False):
    rest = x - torch.amax(x, dim, keepdim=True)
    return rest - torch.log(torch.exp(rest).sum(dim, keepdim=True))


def sigmoid(x):
    return 1 / (1 + torch.exp(-x))


def tanh(x):
    rest = torch.expm1(-2 * torch.abs(x))
    return torch.where(x < 0, rest, -rest) / (rest + 2)


def elu(x, alpha=1, scale=1, input_scale=1):
    return torch.where(x > 0, x * scale, torch.expm1(x * input_scale) * (alpha * scale))


def hardswish(x):
    return x * torch.clamp(x + 3, 0, 6) / 6


def hardsigmoid(x):
    return torch.clamp(x + 3, 0, 6) / 6


def leaky_relu(x, slope=0.01):
    return torch.where(x > 0, x, x * slope)


def prelu(x, weight):
    shape = [1, -1] + [1] * (x.dim() - 2) if x.dim() > 1 else [-1]
    return torch.where(x > 0, x, x * weight.reshape(shape))


def relu(x):
    return torch.where(x <= 0, torch.zeros_like(x), x)


def clamp(x, min=None, max=None):
    x = x if min is None else torch.where(x < min, torch.full_like(x, min), x)
    return x if max is None else torch.where(x > max, torch.full_like(x, max), x)


def mean(x, dim=None, keepdim=False, dtype=None):
    axes = list(dim) if dim else list(range(x.dim()))
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    return torch.sum(x if dtype is None else x.to(dtype), axes, keepdim=keepdim) / count


def addmm(bias, left, right, beta=1, alpha=1):
    product = torch.mm(left, right)
    product = product if alpha == 1 else product * alpha
    return product + (bias if beta == 1 else bias * beta)


def linear(x, weight, bias=None):
    product = torch.matmul(x, weight.t())
    return product if bias is None else product + bias


def bmm(left, right):
    return (left.unsqueeze(3) * right.unsqueeze(1)).sum(2)


def mm(left, right):
    return (left.unsqueeze(2) * right.unsqueeze(0)).sum(1)


def reciprocal(x):
    return 1 / x


def rsqrt(x):
    return 1 / torch.sqrt(x)


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return torch.index_select(weight, 0, indices.reshape(-1)).reshape(list(indices.shape) + [weight.shape[1]])
