#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

std::int64_t spatialValue(std::int64_t value, std::int64_t least, std::string_view name) {
    if (value < least || value > kMostSpatial) refuseArguments(std::string(name) + " of " + std::to_string(value));
    return value;
}

Dims spatialParameter(const Call& call, std::string_view name, std::size_t axes, std::int64_t least) {
    Dims values = call.integers(name);
    if (values.size() == 1) values.assign(axes, values.front());
    if (values.size() != axes)
        refuseArguments(std::string(name) + " has " + std::to_string(values.size()) + " values, not " + std::to_string(axes));
    for (const std::int64_t value : values) spatialValue(value, least, name);
    return values;
}

Dims spatialSizes(const Array& array, std::size_t axes) {
    if (array.rank() != axes + 1 && array.rank() != axes + 2)
        refuseArguments("a tensor of " + std::to_string(axes + 1) + " or " + std::to_string(axes + 2) +
                        " dimensions is wanted, not of " + std::to_string(array.rank()));
    Dims sizes(array.shape.end() - static_cast<std::ptrdiff_t>(axes), array.shape.end());
    for (const std::int64_t size : sizes) spatialValue(size, 0, "size");
    return sizes;
}

}  // namespace etscope::evaluate
