// What methods share, as one sentence. Any thread.
#pragma once

#include <string>

#include "inventory/sharing.h"

namespace etscope::report {

/// "3 weights are read from one place by several (2 methods), which saves 2.9 KiB; 1 weight is stored twice, sharing would save
/// 2.3 KiB". Empty: neither.
std::string sharingText(const inventory::SharingMap& map);

}  // namespace etscope::report
