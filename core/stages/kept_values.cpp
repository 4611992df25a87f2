#include "stages/kept_values.h"

#include "base/limits.h"
#include "evaluate/array.h"
#include "evaluate/reading.h"

namespace etscope::stages {

namespace {

/// Values below it are kept in memory: a place in the file would take as much.
constexpr std::uint64_t kSmall = 4096;

}  // namespace

void KeptValues::take(const std::string& path, const evaluate::Value& value) {
    const evaluate::Array* array = value.array();
    if (array == nullptr) return;
    const std::uint64_t size = static_cast<std::uint64_t>(array->count()) * array->item();
    const std::uint64_t aside = m_full ? 0 : m_mostAside - std::min(m_mostAside, m_file ? m_file->size() : 0);
    const std::uint64_t most =
        std::max(aside, limits::settable().evaluatedBytes - std::min(m_inMemory, limits::settable().evaluatedBytes));
    auto tensor = size <= most ? evaluate::readTensor(*array) : fail("limit-exceeded", "");
    if (!tensor) return;
    if (size >= kSmall && size > m_mostInMemory - std::min(m_inMemory, m_mostInMemory) && putAside(path, *tensor)) return;
    if (m_inMemory + size > std::min(limits::settable().evaluatedBytes, std::max(m_mostInMemory, m_mostAside))) return;
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
    const bool fits = m_file && m_file->size() + bytes.size() <= m_mostAside;
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

}  // namespace etscope::stages
