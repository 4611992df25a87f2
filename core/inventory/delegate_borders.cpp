#include "inventory/delegate_borders.h"

#include <algorithm>

#include "base/enum_table.h"
#include "base/lists.h"
#include "tensor/format.h"

namespace etscope::inventory {
namespace {

using delegates::BorderPort;
using delegates::BorderRule;
using delegates::BorderSize;
using delegates::SizeOrder;
using BorderRows = std::vector<BorderRow>;

/// Quantised elements lie in memory as integers.
ScalarType storedAs(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::QInt8: return ScalarType::I8;
        case ScalarType::QUInt8: return ScalarType::U8;
        case ScalarType::QInt32: return ScalarType::I32;
        default: return type;
    }
}

bool converts(const BorderRule& rule, ScalarType plan, ScalarType payload) noexcept {
    if (std::ranges::find(rule.converts, std::pair(plan, payload)) != rule.converts.end()) return true;
    const auto integer = [](ScalarType type) { return isInteger(type) || type == ScalarType::Bool; };
    return rule.convertsKinds && ((isFloating(plan) && isFloating(payload)) || (integer(plan) && integer(payload)));
}

std::vector<std::int64_t> inMemory(const program::TensorInfo& tensor) {
    std::vector<std::int64_t> sizes;
    for (const std::uint8_t axis : tensor.dimOrder) sizes.push_back(tensor.sizes[axis]);
    return sizes;
}

/// Whether the payload takes what the plan gives: its sizes, or up to them where they are bounds.
class SizesFit {
public:
    SizesFit(const program::TensorInfo& tensor, const BorderRule& rule) : m_tensor(tensor), m_rule(rule) {}

    bool operator()(const std::vector<BorderSize>& stated, const std::vector<std::int64_t>& given) const {
        return stated.size() == given.size() &&
               std::ranges::equal(stated, given, [this](const BorderSize& one, std::int64_t size) { return fits(one, size); });
    }

private:
    bool fits(const BorderSize& stated, std::int64_t given) const noexcept {
        if (stated.most == BorderSize::kNoLimit) return m_tensor.dynamism != program::Dynamism::Static || given >= stated.least;
        if (m_tensor.dynamism == program::Dynamism::Static) return stated.least <= given && given <= stated.most;
        // Bounds against bounds. A payload that resizes has the sizes of an example where it states one number.
        if (m_tensor.dynamism != program::Dynamism::UpperBound) return true;
        return stated.most == given || (stated.fixed() ? m_rule.resizes : stated.most > given);
    }

    const program::TensorInfo& m_tensor;
    const BorderRule& m_rule;
};

class Comparison {
public:
    Comparison(const program::ExecutionPlan& plan, const BorderRule& rule, BorderRow& row)
        : m_plan(plan), m_rule(rule), m_row(row) {}

    void run() {
        const program::Value* value = m_plan.value(m_row.value);
        if (value == nullptr) return;
        const program::TensorInfo* tensor = m_plan.tensor(m_row.value);
        m_row.plan = tensor == nullptr ? std::string(program::valueKindName(*value)) : planText(*tensor);
        if (tensor == nullptr || !m_row.payload.tensor) return;
        const BorderPort& port = m_row.payload;
        if (!port.type && !port.elementBytes && !port.sizes) return;
        m_row.state = port.sizes && (port.type || port.elementBytes) ? BorderState::Fits : BorderState::Unknown;
        compareType(*tensor);
        if (port.sizes) compareSizes(*tensor);
        if (!m_row.parts.empty()) m_row.state = BorderState::Differs;
    }

private:
    static std::string planText(const program::TensorInfo& tensor) {
        const std::vector<std::int64_t> sizes(tensor.sizes.begin(), tensor.sizes.end());
        std::string text = tensor::typeAndShapeText(tensor.scalarType, sizes);
        if (tensor.dynamism != program::Dynamism::Static) text += " at most";
        if (!std::ranges::is_sorted(tensor.dimOrder))
            text += " in order " + joined(tensor.dimOrder, ",", [](std::uint8_t axis) { return static_cast<int>(axis); });
        return text;
    }

    void compareType(const program::TensorInfo& tensor) {
        const BorderPort& port = m_row.payload;
        if (port.type) {
            const ScalarType stated = storedAs(*port.type), given = storedAs(tensor.scalarType);
            if (stated == given) return;
            if (stated == ScalarType::Unknown || given == ScalarType::Unknown)
                m_row.state = BorderState::Unknown;
            else if (converts(m_rule, given, stated))
                m_row.state = BorderState::Converted;
            else
                m_row.parts.push_back(BorderPart::Type);
        } else if (port.elementBytes) {
            const std::size_t size = itemSize(tensor.scalarType);
            if (isFloating(tensor.scalarType) || isComplex(tensor.scalarType)) m_row.parts.push_back(BorderPart::Type);
            if (size != 0 && size != *port.elementBytes) m_row.parts.push_back(BorderPart::Bytes);
        }
    }

    void compareSizes(const program::TensorInfo& tensor) {
        const SizesFit fit(tensor, m_rule);
        const std::vector<std::int64_t> logical(tensor.sizes.begin(), tensor.sizes.end());
        const auto& stated = *m_row.payload.sizes;
        if (m_rule.order == SizeOrder::Padded) return comparePadded(fit, stated, logical);
        if (logical.empty() && stated.size() == 1 && stated.front().fixed() && stated.front().most == 1) return;  // a scalar
        if (stated.size() != logical.size()) return m_row.parts.push_back(BorderPart::Rank);
        const bool ordered = tensor.dimOrderIsPermutation();
        const bool memory = ordered && fit(stated, inMemory(tensor));
        if (m_rule.order == SizeOrder::Memory ? memory || !ordered : fit(stated, logical)) return;
        if (m_rule.order == SizeOrder::Either && memory) return;
        m_row.parts.push_back(std::ranges::is_permutation(fixedOf(stated), logical) ? BorderPart::Order : BorderPart::Sizes);
    }

    void comparePadded(const SizesFit& fit, const std::vector<BorderSize>& stated, std::vector<std::int64_t> logical) {
        if (stated.size() < logical.size()) return m_row.parts.push_back(BorderPart::Rank);
        logical.insert(logical.begin(), stated.size() - logical.size(), 1);
        if (!fit(stated, logical)) m_row.parts.push_back(BorderPart::Sizes);
    }

    static std::vector<std::int64_t> fixedOf(const std::vector<BorderSize>& stated) {
        std::vector<std::int64_t> sizes;
        for (const BorderSize& one : stated) sizes.push_back(one.most);
        return sizes;
    }

    const program::ExecutionPlan& m_plan;
    const BorderRule& m_rule;
    BorderRow& m_row;
};

/// Values that one call hands over, and rows of a session, that are looked at; of more nothing is told.
constexpr std::size_t kMostBorderPorts = 4096, kMostBorderRows = 65'536;

/// Lists count with their items, which are not gathered.
std::size_t handedOver(const program::ExecutionPlan& plan, const program::DelegateCall& call) {
    std::size_t values = 0;
    for (const program::ValueIndex value : call.arguments) {
        const auto* items = plan.tensorItems(value);
        values += items != nullptr ? items->size() : 1;
    }
    return values;
}

/// The rows of one call: inputs, then outputs. Empty where the call hands over another number of values, some of them no tensors:
/// which of them the payload takes is not known then.
BorderRows rowsOf(const program::ExecutionPlan& plan, const BorderRule& rule, const delegates::Border& border,
                  const program::DelegateCall& call, const BorderRow& like) {
    const std::size_t stated = border.inputs.size() + border.outputs.size();
    if (stated > kMostBorderPorts || handedOver(plan, call) > kMostBorderPorts) return {};
    const std::vector<program::ValueIndex> values = plan.flattened(call.arguments);
    const bool fits = border.outputsStated ? values.size() == stated : values.size() >= stated;
    BorderRows rows;
    if (!fits && !std::ranges::all_of(values, [&](program::ValueIndex value) { return plan.tensor(value) != nullptr; }))
        return rows;
    if (!fits && border.outputsStated) {
        BorderRow& row = rows.emplace_back(like);
        row.state = BorderState::Differs;
        row.parts = {BorderPart::Count};
        row.plan = std::to_string(values.size());
        row.index = stated;
        return rows;
    }
    for (std::size_t i = 0; i < stated; ++i) {
        BorderRow& row = rows.emplace_back(like);
        row.output = i >= border.inputs.size();
        row.index = row.output ? i - border.inputs.size() : i;
        row.payload = row.output ? border.outputs[row.index] : border.inputs[row.index];
        row.value = values[i];
        Comparison(plan, rule, row).run();
    }
    return rows;
}

bool differs(const BorderRow& row) noexcept { return row.state == BorderState::Differs; }

/// The calls of each delegate, by its number.
std::vector<std::vector<std::size_t>> callsOf(const program::ExecutionPlan& plan) {
    std::vector<std::vector<std::size_t>> calls(plan.delegates.size());
    const auto& instructions = plan.mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i)
        if (const auto delegate = plan.calledDelegate(instructions[i]); delegate && *delegate < calls.size())
            calls[*delegate].push_back(i);
    return calls;
}

void addDelegate(const program::ExecutionPlan& plan, const std::vector<std::size_t>& calls, const BorderRule& rule,
                 const delegates::Border& border, BorderRow like, BorderRows& rows, const JobContext& job) {
    BorderRows first;
    for (const std::size_t i : calls) {
        if (job.cancelled()) return;
        const auto& call = std::get<program::DelegateCall>(plan.mainInstructions()[i]);
        like.instruction = static_cast<std::int64_t>(i);
        BorderRows ofCall = rowsOf(plan, rule, border, call, like);
        const bool wrong = std::ranges::any_of(ofCall, differs);
        if (first.empty() || wrong) first = std::move(ofCall);
        if (wrong) break;
    }
    if (rows.size() + first.size() <= kMostBorderRows) std::ranges::move(first, std::back_inserter(rows));
}

Result<std::shared_ptr<const BorderRows>> look(const session::Session& session, const JobContext& job) {
    auto rows = std::make_shared<BorderRows>();
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return rows;
    for (const program::ExecutionPlan& plan : file->program->plans()) {
        const auto calls = callsOf(plan);
        for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
            const auto decoded = session.delegate(plan.name, i, job);
            if (decoded.cancelled() || job.cancelled()) return cancelledFailure();
            const auto bytes = file->program->delegateBytes(plan.delegates[i]);
            const BorderRule* rule = decoded ? delegates::borderRule(**decoded) : nullptr;
            if (rule == nullptr || !bytes) continue;
            const auto border = delegates::borderOf(**decoded, *bytes, plan.name);
            if (!border) continue;
            BorderRow like;
            like.method = plan.name;
            like.delegate = i;
            addDelegate(plan, calls[i], *rule, *border, std::move(like), *rows, job);
        }
    }
    if (job.cancelled()) return cancelledFailure();
    return rows;
}

}  // namespace

std::string_view borderStateName(BorderState state) noexcept {
    static constexpr EnumTable<BorderState::Unknown> kNames({"fits", "converted", "differs", "unknown"});
    return kNames[state];
}

std::string_view borderPartName(BorderPart part) noexcept {
    static constexpr EnumTable<BorderPart::Order> kNames({"count", "type", "bytes", "rank", "sizes", "order of axes"});
    return kNames[part];
}

Sentence BorderRow::text() const {
    if (!parts.empty() && parts.front() == BorderPart::Count)
        return Sentence::of("the payload has %1 inputs and outputs, the call hands over %2 values", index, plan);
    const std::string differing = joined(parts, ", ", borderPartName), at = "v" + std::to_string(value);
    return output ? Sentence::of("output %1: the payload gives %2, the plan has %3 (%4); what differs: %5", index, payload.text(),
                                 plan, at, differing)
                  : Sentence::of("input %1: the payload takes %2, the plan gives %3 (%4); what differs: %5", index, payload.text(),
                                 plan, at, differing);
}

Result<std::shared_ptr<const std::vector<BorderRow>>> delegateBorders(const session::Session& session, const JobContext& job) {
    return session.store().get<BorderRows>("inventory::delegateBorders", job, [&] { return look(session, job); });
}

}  // namespace etscope::inventory
