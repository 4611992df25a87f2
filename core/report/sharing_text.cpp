#include "report/sharing_text.h"

#include <algorithm>
#include <set>

#include "report/text_table.h"

namespace etscope::report {
namespace {

std::string countText(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace

std::string sharingText(const inventory::SharingMap& map) {
    std::size_t most = 0;
    std::set<std::string> methods;
    for (const inventory::SharedBytes& one : map.shared) {
        if (one.saved > 0) methods.insert(one.methods.begin(), one.methods.end());
        if (one.wasted > 0) most = std::max(most, one.places.size());
    }
    std::string text;
    if (map.sharedOnce > 0)
        text = countText(map.sharedOnce, "weight is", "weights are") + " read from one place by several (" +
               countText(methods.size(), "method", "methods") + "), which saves " + bytesText(map.saved);
    if (map.copied > 0)
        text += (text.empty() ? "" : "; ") + countText(map.copied, "weight is", "weights are") + " stored " +
                (most == 2 ? "twice" : "up to " + std::to_string(most) + " times") + ", sharing would save " +
                bytesText(map.wasted);
    return text;
}

}  // namespace etscope::report
