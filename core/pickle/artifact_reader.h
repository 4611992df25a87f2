// Where an artifact and its storages stand. Any thread.
#pragma once

#include "pickle/torch_archive.h"

namespace etscope::pickle {

/// The directory of a torch.save archive in front of all names: that of the first entry, else of the first `data.pkl`.
std::string recordPrefix(const ZipIndex& zip);
/// What stands before the keys in the ids of an artifact's storages.
std::string storageIdPrefix(const ByteRange& content);

}  // namespace etscope::pickle
