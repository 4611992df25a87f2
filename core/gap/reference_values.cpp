#include "gap/reference_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "compare/named_values.h"
#include "session/open_file.h"

namespace etscope::gap {
namespace {

/// "7" and "(7,)" → 7.
std::optional<std::int64_t> handleOf(std::string_view key) {
    if (key.size() > 3 && key.starts_with('(') && key.ends_with(",)")) key = key.substr(1, key.size() - 3);
    return parseInt(key);
}

class FileReferences : public ReferenceValues {
public:
    explicit FileReferences(std::string source) : m_source(std::move(source)) {}

    void add(compare::NamedValue one) {
        const auto handle = handleOf(one.name);
        if (one.element) {
            if (handle) m_listByHandle[*handle].push_back(one.value);
            m_listByNode[one.name].push_back(std::move(one.value));
            return;
        }
        if (handle) m_byHandle.try_emplace(*handle, one.value);
        m_byNode.try_emplace(one.name, std::move(one.value));
    }
    std::optional<tensor::Value> ofNode(const std::string& path) const override { return find(m_byNode, path); }
    std::optional<tensor::Value> ofHandle(std::int64_t handle) const override { return find(m_byHandle, handle); }
    std::vector<tensor::Value> listOfNode(const std::string& path) const override {
        return find(m_listByNode, path).value_or(std::vector<tensor::Value>{});
    }
    std::vector<tensor::Value> listOfHandle(std::int64_t handle) const override {
        return find(m_listByHandle, handle).value_or(std::vector<tensor::Value>{});
    }
    std::vector<std::int64_t> handles() const override {
        std::set<std::int64_t> all;
        for (const auto& [handle, value] : m_byHandle) all.insert(handle);
        for (const auto& [handle, list] : m_listByHandle) all.insert(handle);
        return {all.begin(), all.end()};
    }
    std::string source() const override { return m_source; }

private:
    template <class Map, class Key>
    static std::optional<typename Map::mapped_type> find(const Map& map, const Key& key) {
        const auto hit = map.find(key);
        return hit == map.end() ? std::nullopt : std::optional(hit->second);
    }

    std::string m_source;
    std::map<std::string, tensor::Value> m_byNode;
    std::map<std::int64_t, tensor::Value> m_byHandle;
    std::map<std::string, std::vector<tensor::Value>> m_listByNode;
    std::map<std::int64_t, std::vector<tensor::Value>> m_listByHandle;
};

}  // namespace

Result<std::shared_ptr<const ReferenceValues>> fileReferences(const std::string& path, Diagnostics& diagnostics,
                                                              const JobContext& job) {
    const session::SessionFile file = session::openFile(path, diagnostics, job);
    if (file.source == nullptr) return Failure{*file.error};
    constexpr std::array kKinds{FileKind::Npz, FileKind::Safetensors, FileKind::TorchSave};
    if (std::ranges::find(kKinds, file.kind) == kKinds.end())
        return fail("reference-values-kind", "reference values are read from .npz, .safetensors and torch.save files",
                    escaped(path));
    auto named = compare::namedValues(file, diagnostics, job);
    if (!named) return named.failure();
    auto values = std::make_shared<FileReferences>(std::string(baseName(path)));
    for (compare::NamedValue& one : *named) values->add(std::move(one));
    return std::shared_ptr<const ReferenceValues>(std::move(values));
}

}  // namespace etscope::gap
