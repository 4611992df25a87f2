#include "gap/kept_values.h"

#include <algorithm>

#include "base/limits.h"
#include "evaluate/array.h"
#include "evaluate/reading.h"

namespace etscope::gap {

namespace {

/// Values below it are kept in memory: a place in the file would take as much.
constexpr std::uint64_t kSmall = 4096;
/// Of what is put aside. All values of a vision encoder of a hundred million parameters are 7 GB; disks are not ours to fill.
constexpr std::uint64_t kMostAside = std::uint64_t{32} << 30U;

}  // namespace

void KeptValues::take(const std::string& path, const evaluate::Value& value) {
    const evaluate::Array* array = value.array();
    if (array == nullptr) return;
    auto tensor = evaluate::readTensor(*array);
    if (!tensor) return;
    const std::uint64_t size = tensor->storage.size;
    if (size >= kSmall && size > m_mostInMemory - std::min(m_inMemory, m_mostInMemory) && putAside(path, *tensor)) return;
    if (m_inMemory + size > limits::settable().evaluatedBytes) return;
    m_inMemory += size;
    m_aside.erase(path);
    m_values.insert_or_assign(path, *std::move(tensor));
}

bool KeptValues::putAside(const std::string& path, const tensor::Tensor& tensor) {
    if (m_full) return false;
    if (!m_file) {
        auto file = ScratchFile::create();
        if (file) m_file.emplace(*std::move(file));
    }
    const auto bytes = tensor.storage.inMemory(0, tensor.storage.size);
    const bool fits = m_file && m_file->size() + bytes.size() <= kMostAside;
    const auto offset = fits && !bytes.empty() ? m_file->append(bytes) : fail("write-failed", "");
    if (!offset) {
        m_full = true;
        return false;
    }
    Aside aside{tensor, *offset};
    aside.tensor.storage.source = nullptr;
    m_aside.insert_or_assign(path, std::move(aside));
    m_values.erase(path);
    return true;
}

Result<std::unordered_map<std::string, tensor::Tensor>> KeptValues::all() && {
    if (m_aside.empty()) return std::move(m_values);
    const auto source = m_file->read();
    if (!source) return source.failure();
    for (auto& [path, aside] : m_aside) {
        aside.tensor.storage = {*source, aside.offset, aside.tensor.storage.size};
        m_values.insert_or_assign(path, std::move(aside.tensor));
    }
    return std::move(m_values);
}

}  // namespace etscope::gap
