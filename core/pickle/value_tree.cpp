// Children and leaves of an Artifact's values.
#include <algorithm>
#include <array>

#include "base/limits.h"
#include "base/name_text.h"
#include "pickle/torch_archive.h"
#include "pickle/torch_tensors.h"

namespace etscope::pickle {
namespace {

/// Bytes of label text that count as one visited value.
constexpr std::size_t kTextPerVisit = 256;
/// Values that a walk may visit beyond one per byte of the stream: small streams may refer to one list many times.
constexpr std::uint64_t kFreeVisits = 100'000;
constexpr std::uint64_t kStreamsOfLeaves = 4;
constexpr std::uint64_t kLeavesFloor = 64ULL << 20;

/// Items of a tuple that a label shows.
constexpr std::size_t kLabelItems = 8;

/// A dict key as a label: strings plain, others as Python would print them.
std::string keyLabel(const Artifact& artifact, ValueId key) {
    const Values& values = artifact.values();
    if (values.is(key, Kind::String)) {
        const std::string_view text = values.text(key);
        return nameText(text.substr(0, limits::kMaxKeyLabel)) + (text.size() <= limits::kMaxKeyLabel ? "" : "…");
    }
    if (!values.is(key, Kind::Tuple)) return artifact.text(key);
    std::string label = "(";
    const auto items = values.items(key);
    for (std::size_t i = 0; i < std::min(items.size(), kLabelItems); ++i) label += (i == 0 ? "" : ", ") + artifact.text(items[i]);
    return label + (items.size() > kLabelItems ? ", …)" : ")");
}

}  // namespace

std::string pathText(const Path& path) {
    std::string text;
    for (const Step& step : path) {
        switch (step.kind) {
            case Step::Kind::Index: text.append("[").append(std::to_string(step.index)).append("]"); break;
            case Step::Kind::Argument: text.append("(").append(std::to_string(step.index)).append(")"); break;
            case Step::Kind::Key:
            case Step::Kind::Attribute:
                if (!text.empty()) text += '.';
                text += step.text;
                break;
        }
    }
    return text;
}

/// The children of a value as runs of equal labelling, so that a child is found without making the others.
class ChildLister {
public:
    ChildLister(const Artifact& artifact, ValueId id) : m_artifact(artifact), m_values(artifact.values()) {
        switch (artifact.shape(id)) {
            case Shape::Tuple: addItems(m_values.is(id, Kind::Object) ? artifact.arguments(id)[0] : id); break;
            case Shape::List:
            case Shape::Set: addItems(id); break;
            case Shape::Dict: addPairs(id, Labels::Keys); break;
            case Shape::Tensor: addTensor(id); break;
            case Shape::Object: addObject(id); break;
            default: break;
        }
    }

    std::size_t count() const {
        std::size_t total = 0;
        for (const Run& run : m_runs) total += run.count();
        return total;
    }

    /// Appends children [first, first + most).
    void list(std::size_t first, std::size_t most, std::vector<Child>& out) const {
        for (const Run& run : m_runs) {
            const std::size_t here = run.count();
            for (std::size_t i = first; i < here && most > 0; ++i, --most) out.push_back(child(run, i));
            first -= std::min(first, here);
        }
    }

private:
    enum class Labels : std::uint8_t { Indices, Arguments, Keys, Attributes, Name };
    struct Run {
        std::span<const ValueId> values;
        Labels labels = Labels::Indices;
        const char* name = "";
        std::size_t count() const {
            return labels == Labels::Keys || labels == Labels::Attributes ? values.size() / 2 : values.size();
        }
    };

    void addItems(ValueId container) { m_runs.push_back({m_values.items(container), Labels::Indices}); }
    void addPairs(ValueId dict, Labels labels) { m_runs.push_back({m_values.items(dict), labels}); }
    void addNamed(std::span<const ValueId> one, const char* name) { m_runs.push_back({one.first(1), Labels::Name, name}); }
    /// A state is a dict of attributes, or (dict or None, dict of slots), or anything.
    void addState(std::span<const ValueId> state) {
        const ValueId id = state.front();
        if (m_values.is(id, Kind::None)) return;
        if (m_values.is(id, Kind::Dict)) return addPairs(id, Labels::Attributes);
        const auto parts = m_values.items(id);
        const auto isPart = [this](ValueId part) { return m_values.is(part, Kind::Dict) || m_values.is(part, Kind::None); };
        if (!m_values.is(id, Kind::Tuple) || parts.size() != 2 || !isPart(parts[0]) || !isPart(parts[1]))
            return addNamed(state, "state");
        for (const ValueId part : parts)
            if (m_values.is(part, Kind::Dict)) addPairs(part, Labels::Attributes);
    }

    void addObject(ValueId id) {
        const auto items = m_values.items(id);
        if (m_values.is(id, Kind::Object)) {
            const ValueId callable = m_values.callable(id);
            if (!m_values.is(callable, Kind::Symbol)) {
                m_callable = callable;
                addNamed({&m_callable, 1}, "callable");
            }
            m_runs.push_back({m_artifact.arguments(id), Labels::Arguments});
        } else {
            addNamed(items, "reference");
        }
        for (std::size_t i = 1; i < items.size(); ++i) {
            if (!m_values.attached(items[i])) {
                addState(items.subspan(i));
            } else if (m_values.is(items[i], Kind::Dict)) {
                addPairs(items[i], Labels::Keys);
            } else {
                addItems(items[i]);
            }
        }
    }

    void addTensor(ValueId id) {
        for (const TensorLayer& layer : tensorLayers(m_artifact, id)) addParts(layer);
        const auto items = m_values.items(id);
        for (std::size_t i = 1; i < items.size(); ++i) addState(items.subspan(i));
    }

    void addParts(const TensorLayer& layer) {
        static constexpr std::array kCoordinate{"indices", "values"};
        static constexpr std::array kRowCompressed{"crow_indices", "col_indices", "values"};
        static constexpr std::array kColumnCompressed{"ccol_indices", "row_indices", "values"};
        static constexpr std::array kNested{"values", "sizes", "strides", "storage_offsets"};
        static constexpr std::array kQuantized{"", "scales", "zero_points"};
        const auto given = layer.arguments;
        const auto addEach = [this](std::span<const ValueId> parts, std::span<const char* const> names) {
            for (std::size_t i = 0; i < std::min(parts.size(), names.size()); ++i)
                if (m_artifact.shape(parts[i]) == Shape::Tensor) addNamed(parts.subspan(i), names[i]);
        };
        switch (layer.meaning) {
            case Meaning::RebuildParameter:
            case Meaning::RebuildFromType:
                if (given.size() > 3) addState(given.subspan(3));
                break;
            case Meaning::RebuildSparse: {
                if (given.size() < 2) break;
                const std::string layout = m_artifact.text(given[0]);
                const auto parts = m_values.items(given[1]);
                if (layout == "torch.sparse_coo")
                    addEach(parts, kCoordinate);
                else
                    addEach(parts,
                            layout == "torch.sparse_csc" || layout == "torch.sparse_bsc" ? kColumnCompressed : kRowCompressed);
                break;
            }
            case Meaning::RebuildQuantized:
                if (given.size() > 4) addEach(m_values.items(given[4]), kQuantized);
                break;
            case Meaning::RebuildNested: addEach(given, kNested); break;
            case Meaning::RebuildFromNumpy:
                if (!given.empty()) addNamed(given, "array");
                break;
            default: break;
        }
    }

    Child child(const Run& run, std::size_t i) const {
        switch (run.labels) {
            case Labels::Indices: return {{Step::Kind::Index, {}, static_cast<std::int64_t>(i)}, run.values[i]};
            case Labels::Arguments: return {{Step::Kind::Argument, {}, static_cast<std::int64_t>(i)}, run.values[i]};
            case Labels::Name: return {{Step::Kind::Attribute, run.name, 0}, run.values[i]};
            case Labels::Keys:
            case Labels::Attributes: break;
        }
        const Step::Kind kind = run.labels == Labels::Keys ? Step::Kind::Key : Step::Kind::Attribute;
        return {{kind, keyLabel(m_artifact, run.values[2 * i]), 0}, run.values[2 * i + 1]};
    }

    const Artifact& m_artifact;
    const Values& m_values;
    std::vector<Run> m_runs;
    ValueId m_callable;  ///< of an object, where it is no symbol
};

std::size_t Artifact::childCount(ValueId id) const { return ChildLister(*this, id).count(); }

std::vector<Child> Artifact::children(ValueId id, std::size_t first, std::size_t count) const {
    std::vector<Child> result;
    ChildLister(*this, id).list(first, count, result);
    return result;
}

namespace {

/// Walks depth first with a stack of its own. Lists that contain themselves are entered once.
class LeafWalk {
public:
    using Visit = std::function<bool(const Path&, ValueId)>;

    LeafWalk(const Artifact& artifact, LeafScope scope, const Visit& visit)
        : m_artifact(artifact),
          m_visit(visit),
          m_scope(scope),
          m_left(std::min(limits::kMaxVisitedValues, artifact.values().consumed() + kFreeVisits)),
          m_open(artifact.values().nodeCount(), false) {}

    bool run(ValueId from) {
        enter(from);
        while (!m_levels.empty() && !m_ended) {
            Level& level = m_levels.back();
            if (level.next == level.count) {
                leave();
                continue;
            }
            // A slice at a time: a long list is neither copied whole nor counted again for each element.
            if (level.slice.empty() || level.next == level.sliceEnd) {
                level.slice = m_artifact.children(level.id, level.next, kSlice);
                level.sliceStart = level.next;
                level.sliceEnd = level.next + level.slice.size();
            }
            Child& child = level.slice[level.next++ - level.sliceStart];
            if (!pay(1 + child.label.text.size() / kTextPerVisit)) break;
            m_path.push_back(std::move(child.label));
            enter(child.value);
        }
        return m_complete;
    }

private:
    static constexpr std::size_t kSlice = 64;
    struct Level {
        ValueId id;
        std::size_t count = 0;
        std::size_t next = 0;
        std::vector<Child> slice;
        std::size_t sliceStart = 0;
        std::size_t sliceEnd = 0;
    };

    bool pay(std::uint64_t visits) {
        if (visits > m_left) {
            m_complete = false;
            m_ended = true;
            return false;
        }
        m_left -= visits;
        return true;
    }

    /// The path leads to `id`; afterwards it leads to the level above again, unless a level was opened.
    void enter(ValueId id) {
        const Shape shape = m_artifact.shape(id);
        const bool container =
            shape == Shape::Tuple || shape == Shape::List || shape == Shape::Dict || shape == Shape::Set || shape == Shape::Object;
        // Inside a tensor only tensors are of interest: its other attributes are settings.
        const bool wanted = container || !insideTensor() || shape == Shape::Tensor;
        if (!container && wanted && !m_visit(m_path, id)) {
            m_ended = true;
            m_complete = false;
            return;
        }
        const bool opens = container || (shape == Shape::Tensor && m_scope == LeafScope::WithInner);
        if (opens && openLevel(id, shape == Shape::Tensor)) return;
        if (!m_path.empty()) m_path.pop_back();
    }

    bool openLevel(ValueId id, bool isTensor) {
        if (m_open[id.index()] || m_levels.size() >= static_cast<std::size_t>(limits::kMaxValueDepth)) {
            m_complete = false;
            return false;
        }
        const std::size_t count = m_artifact.childCount(id);
        if (count == 0) return false;
        m_open[id.index()] = true;
        m_tensorLevels += isTensor ? 1U : 0U;
        m_levels.push_back({id, count, 0, {}, 0, 0});
        return true;
    }

    void leave() {
        const ValueId id = m_levels.back().id;
        m_open[id.index()] = false;
        if (m_artifact.shape(id) == Shape::Tensor) --m_tensorLevels;
        m_levels.pop_back();
        if (!m_path.empty()) m_path.pop_back();
    }

    bool insideTensor() const { return m_tensorLevels > 0; }

    const Artifact& m_artifact;
    const Visit& m_visit;
    LeafScope m_scope;
    std::uint64_t m_left;
    std::vector<bool> m_open;
    std::vector<Level> m_levels;
    std::size_t m_tensorLevels = 0;
    Path m_path;
    bool m_complete = true;
    bool m_ended = false;
};

std::uint64_t heapBytes(const Path& path, const tensor::Value& value) {
    std::uint64_t bytes = sizeof(NamedValue);
    for (const Step& step : path) bytes += sizeof(Step) + step.text.size();
    if (const auto* text = std::get_if<std::string>(&value)) bytes += text->size();
    if (const auto* t = std::get_if<tensor::Tensor>(&value)) {
        bytes += (t->shape.size() + t->strides.size()) * sizeof(std::int64_t) + t->storageId.size() + t->note.size();
        if (t->quantization) bytes += (t->quantization->scales.size() + t->quantization->zeroPoints.size()) * sizeof(double);
    }
    return bytes;
}

}  // namespace

bool Artifact::forEachLeaf(ValueId from, LeafScope scope, const std::function<bool(const Path&, ValueId)>& visit) const {
    return LeafWalk(*this, scope, visit).run(from);
}

Leaves Artifact::leaves(ValueId from, LeafScope scope, const JobContext& job) const {
    Leaves result;
    std::uint64_t left = m_values.consumed() * kStreamsOfLeaves + kLeavesFloor;
    result.complete = forEachLeaf(from, scope, [&](const Path& path, ValueId id) {
        if (job.cancelled()) return false;
        // A long text is a leaf once; its copies through references would be without bound.
        if (m_values.is(id, Kind::String) && m_values.text(id).size() > left) return false;
        NamedValue named{path, leaf(id), id};
        const std::uint64_t bytes = heapBytes(path, named.value);
        if (bytes > left) return false;
        left -= bytes;
        result.values.push_back(std::move(named));
        return true;
    });
    return result;
}

}  // namespace etscope::pickle
