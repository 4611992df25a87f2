#include "causes/drift_caches.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "base/limits.h"
#include "evaluate/reading.h"
#include "modules/graph_index.h"
#include "stages/computed_graph.h"

namespace etscope::causes {
namespace {

/// "keys" of "layers.3.attention.k_cache", "values" of "past_value_7"; else the last word of the path.
std::string groupOf(const std::string& target) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kWords{
        {{"k", "keys"}, {"key", "keys"}, {"keys", "keys"}, {"v", "values"}, {"value", "values"}, {"values", "values"}}};
    std::string word, last;
    std::string_view group;
    const auto take = [&] {
        const auto known = std::ranges::find(kWords, word, [](const auto& pair) { return pair.first; });
        if (known != kWords.end()) group = known->second;
        word.clear();
    };
    for (const char c : target) {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            continue;
        }
        take();
    }
    take();
    return group.empty() ? target.substr(target.rfind('.') + 1) : std::string(group);
}

Result<std::vector<double>> numbersOf(const tensor::Tensor& tensor) {
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const auto array = evaluate::borrowed(tensor, memory);
    return array ? evaluate::readDoubles(*array) : array.failure();
}

/// Elements of one place of an axis, in blocks.
struct Axis {
    std::size_t length = 1, inner = 1, outer = 1;
    std::size_t places(std::size_t index) const { return (index / inner) % length; }
};
Axis axisOf(const std::vector<std::int64_t>& shape, std::size_t axis) {
    Axis made;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto size = static_cast<std::size_t>(shape[i]);
        (i == axis ? made.length : i < axis ? made.outer : made.inner) *= size;
    }
    return made;
}

std::vector<bool> filledPlaces(const std::vector<double>& values, const Axis& axis) {
    std::vector<bool> filled(axis.length);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 0) filled[axis.places(i)] = true;
    return filled;
}

/// The axis that fills up is the one with the most places that hold zeros alone.
void countPlaces(DriftCacheCell& cell, const tensor::Tensor& reference, const tensor::Tensor& value, double limit) {
    const auto right = numbersOf(reference), left = numbersOf(value);
    if (!right || !left || right->size() != left->size() || right->empty()) return;
    std::size_t unused = 0;
    Axis axis;
    std::vector<bool> filled;
    for (std::size_t a = 0; a < reference.shape.size(); ++a) {
        if (reference.shape[a] <= 1) continue;
        const Axis tried = axisOf(reference.shape, a);
        std::vector<bool> places = filledPlaces(*right, tried);
        const auto empty = static_cast<std::size_t>(std::ranges::count(places, false));
        if (empty <= unused) continue;
        unused = empty;
        axis = tried;
        filled = std::move(places);
    }
    if (unused == 0) return;
    cell.used = axis.length - unused;
    cell.places = axis.length;
    std::vector<double> difference(axis.length), norm(axis.length);
    for (std::size_t i = 0; i < right->size(); ++i) {
        const double d = (*left)[i] - (*right)[i];
        difference[axis.places(i)] += d * d;
        norm[axis.places(i)] += (*right)[i] * (*right)[i];
    }
    for (std::size_t p = 0; p < axis.length; ++p) {
        if (difference[p] <= limit * limit * norm[p]) continue;
        cell.wrongPlaces = cell.wrongPlaces ? std::pair(cell.wrongPlaces->first, p) : std::pair(p, p);
    }
}

}  // namespace

DriftCaches::DriftCaches(const session::MethodView& method, const graph::GraphModel& model, std::size_t steps)
    : m_method(method), m_model(model) {
    for (const graph::GraphOutput* output : model.bufferMutations()) {
        if (output->argument.kind != graph::ArgumentKind::Value) continue;
        DriftCache cache;
        cache.name = model.text(output->target);
        cache.group = groupOf(cache.name);
        cache.type = modules::valueText(model, output->argument.value());
        cache.cells.resize(steps);
        m_caches.push_back(std::move(cache));
        m_writers.push_back(model.value(output->argument.value()).producer);
    }
}

Result<DriftCaches::Before> DriftCaches::before(const join::SessionRun& run, const gap::ReferenceValues& references,
                                                const std::set<std::string>& nodes, const JobContext& job) const {
    Before made;
    if (m_caches.empty() || !m_left || m_left->file != run.file || (m_left->reason.empty() && !m_left->wrong)) {
        made.exact = true;
        return made;
    }
    const gap::ComputedSource* source = references.computed();
    if (source == nullptr || !m_left->reason.empty()) {
        made.reason = source == nullptr ? Sentence::of("only of computed references is known what they would be on other caches")
                                        : m_left->reason;
        return made;
    }
    const graph::StageId edge = graph::StageId::edge();
    const replay::InputChoice choice =
        source->caseIndex ? replay::InputChoice{replay::InputChoice::Kind::Case, *source->caseIndex, {}} : replay::InputChoice{};
    stages::ComputeOptions options;
    options.keep = [&nodes](const std::string& path) { return nodes.contains(path); };
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const auto give = [&](const Error& error) -> Result<Before> {
        if (error.isCancelled()) return Failure{error};
        made.reason = error.message;
        return made;
    };
    for (const auto& [target, value] : m_left->values) {
        auto array = evaluate::borrowed(value, memory);
        if (!array) return give(array.error());
        options.buffers.emplace(target, *std::move(array));
    }
    const auto inputs = replay::graphInputs(m_method, edge, choice, job);
    if (!inputs) return give(inputs.error());
    auto computed = stages::computeGraph(m_method, edge, *inputs, options, job);
    if (!computed) return give(computed.error());
    for (auto& [path, value] : computed->values) {
        if (const evaluate::Array* array = value.array())
            if (auto tensor = evaluate::readTensor(*array)) made.values.insert_or_assign(path, *std::move(tensor));
        value = evaluate::Nothing{};  // the bytes are given back one by one
    }
    return made;
}

Begun DriftCaches::begun(const join::SessionRun& run) const {
    if (m_left && m_left->file == run.file) return m_left->begun;
    Begun exact;
    for (const DriftCache& cache : m_caches) exact.buffers.try_emplace(cache.name);
    return exact;
}

Result<void> DriftCaches::take(std::size_t step, const join::SessionRun& run, const gap::GapTable& table,
                               const std::vector<RowParts>& parts, const JobContext& job) {
    Left left;
    left.file = run.file;
    std::map<std::string_view, std::size_t> rowOf;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        for (const std::string& node : table.rows[r].nodes) rowOf.try_emplace(node, r);
    for (std::size_t c = 0; c < m_caches.size(); ++c) {
        if (job.cancelled()) return cancelledFailure();
        DriftCache& cache = m_caches[c];
        DriftCacheCell& cell = cache.cells[step];
        const std::string writer = m_writers[c].valid() ? m_model.nodePath(m_writers[c]) : std::string();
        const auto known = rowOf.find(writer);
        const auto row = table.rows.begin() + static_cast<std::ptrdiff_t>(known == rowOf.end() ? table.rows.size() : known->second);
        if (row == table.rows.end() || !row->compared() || !row->value || !row->reference) {
            cell.reason = Sentence::of(row == table.rows.end() ? Sentence::phrase("what the run left in it was not logged")
                                                               : Sentence::phrase("what the run left in it has no reference"));
            cell.state = row == table.rows.end() ? DriftState::NotLogged : DriftState::NotComputed;
            left.reason = Sentence::of("what run %1 left in %2 is not known", run.index, cache.name);
            continue;
        }
        cell.state = DriftState::Known;
        cell.error = row->error;
        const RowParts& of = parts[static_cast<std::size_t>(row - table.rows.begin())];
        if (of.limit) {
            cell.total = row->error == 0 ? 0 : row->error / *of.limit;
            countPlaces(cell, *row->reference, *row->value, *of.limit);
        }
        left.wrong = left.wrong || cell.wrong();
        left.begun.buffers[cache.name] = {cell.error, cell.error == 0 ? 0 : cell.total.value_or(HUGE_VAL), of.untold};
        left.values.insert_or_assign(cache.name, *row->value);
    }
    m_left = std::move(left);
    return {};
}

void DriftCaches::skip(std::size_t step, const Sentence& reason) {
    for (DriftCache& cache : m_caches) cache.cells[step].reason = reason;
    m_left = Left{};
    m_left->reason = reason;
}

std::vector<DriftCache> DriftCaches::finish(const std::function<std::optional<std::size_t>(graph::NodeId)>& topOf) && {
    for (std::size_t c = 0; c < m_caches.size(); ++c)
        if (m_writers[c].valid()) m_caches[c].row = topOf(m_writers[c]);
    return std::move(m_caches);
}

}  // namespace etscope::causes
