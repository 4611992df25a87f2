#include "consistency/blame.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "consistency/attention.h"
#include "consistency/uses.h"
#include "evaluate/operator_table.h"
#include "exported/metadata.h"
#include "join/source_lines.h"

namespace etscope::consistency {

using graph::NodeId;
using graph::ValueId;

namespace {

enum class Status : std::uint8_t { Unknown, Same, Differs };

/// A way back through what differs in one pair of calls.
struct Trail {
    std::vector<NodeId> sources;                            ///< nodes that differ, none of whose operands does
    std::vector<std::pair<NodeId, ValueId>> readers;        ///< nodes that differ by a state alone, and the state
    std::unordered_map<std::uint32_t, ValueId> perhaps;     ///< of sources: a state that they read and that cannot be compared
    std::unordered_map<std::uint32_t, std::uint32_t> next;  ///< node → the node that it was reached from
};

class Tracker {
public:
    Tracker(const Way& left, const Way& right) : m_left(left), m_right(right) {}

    Trail back(const Pair& pair, ValueId target) {
        m_pair = &pair;
        m_subject = m_left.script[pair.left].subject.get();
        m_status.clear();
        m_seen.clear();
        m_trail = {};
        if (statusOf(target) == Status::Same) return {};
        open(target);
        return std::move(m_trail);
    }

    Status statusOf(ValueId value) {
        const auto found = m_status.find(value.index());
        if (found != m_status.end()) return found->second;
        return m_status[value.index()] = measured(value);
    }

private:
    Status measured(ValueId value) const {
        const auto& model = m_subject->model();
        const std::string name(model.text(model.value(value).id));
        const Difference difference = valueDifference(m_left, m_right, *m_pair, name);
        if (!difference.comparable || (!m_pair->same && isState(value))) return Status::Unknown;
        if (!m_pair->same && difference.position < 0 && difference.row < 0 && difference.most > 0) {
            // of the whole call: what it began with may differ, and what counts its elements
            const bool floating = isFloating(typeOf(model, value).value_or(ScalarType::I64));
            if (inputOf(model, value) != nullptr || !floating || !m_subject->ofContent[value.index()] || ofStateAlone(value))
                return Status::Unknown;
        }
        return difference.differs() ? Status::Differs : Status::Same;
    }
    /// It follows from what was there before the call, and from nothing that is said in it.
    bool ofStateAlone(ValueId value) const {
        std::set<std::uint32_t> seen;
        std::vector<ValueId> waiting{value};
        while (!waiting.empty()) {
            const ValueId at = waiting.back();
            waiting.pop_back();
            if (!seen.insert(at.index()).second) continue;
            const NodeId producer = m_subject->model().value(at).producer;
            if (!producer.valid()) {
                for (const InputRole& input : m_subject->inputs)
                    if (input.value == at && isContent(input.role)) return false;
                continue;
            }
            for (const ValueId input : m_subject->prepared->flow.inputs(producer)) waiting.push_back(input);
        }
        return true;
    }

    /// What a node's operands are like, seen through those that cannot be compared.
    struct Operands {
        std::vector<std::pair<ValueId, NodeId>> further;  ///< that differ and are made by nodes, and who takes them
        std::optional<ValueId> state, unknownState;       ///< that differ, or cannot be compared, and are there before the call
    };
    Operands operandsOf(NodeId node) {
        Operands found;
        std::set<std::uint32_t> passed;
        std::vector<NodeId> unknown{node};
        while (!unknown.empty()) {
            const NodeId here = unknown.back();
            unknown.pop_back();
            for (const ValueId input : m_subject->prepared->flow.inputs(here)) {
                const Status status = statusOf(input);
                const NodeId before = m_subject->model().value(input).producer;
                if (status == Status::Same) continue;
                if (!before.valid()) {
                    if (isState(input)) (status == Status::Differs ? found.state : found.unknownState) = input;
                } else if (status == Status::Differs) {
                    found.further.emplace_back(input, here);
                } else if (passed.insert(before.index()).second) {
                    m_trail.next.emplace(before.index(), here.index());
                    unknown.push_back(before);
                }
            }
        }
        return found;
    }

    void open(ValueId value) {
        std::vector<std::pair<ValueId, NodeId>> waiting{{value, NodeId()}};
        while (!waiting.empty()) {
            const auto [at, reached] = waiting.back();
            waiting.pop_back();
            const NodeId producer = m_subject->model().value(at).producer;
            if (!producer.valid() || !m_seen.insert(producer.index()).second) continue;
            if (reached.valid()) m_trail.next.emplace(producer.index(), reached.index());
            const Operands operands = operandsOf(producer);
            waiting.insert(waiting.end(), operands.further.begin(), operands.further.end());
            if (operands.further.empty()) close(producer, statusOf(at) == Status::Differs, operands);
        }
    }
    /// A node none of whose operands differs, but for a state.
    void close(NodeId node, bool differs, const Operands& operands) {
        if (operands.state) return m_trail.readers.emplace_back(node, *operands.state), void();
        if (!differs) return;
        m_trail.sources.push_back(node);
        if (operands.unknownState) m_trail.perhaps.emplace(node.index(), *operands.unknownState);
    }

    bool isState(ValueId value) const {
        const graph::GraphInput* input = inputOf(m_subject->model(), value);
        if (input == nullptr) return false;
        if (!graph::isUser(input->kind)) return input->kind == graph::InputKind::Buffer;
        return std::ranges::any_of(m_subject->inputs,
                                   [&](const InputRole& row) { return row.value == value && row.role == Role::State; });
    }

    const Way &m_left, &m_right;
    const Pair* m_pair = nullptr;
    const Subject* m_subject = nullptr;
    std::unordered_map<std::uint32_t, Status> m_status;
    std::set<std::uint32_t> m_seen;
    Trail m_trail;
};

template <class Range, class Node>
auto earliest(const Subject& subject, const Range& range, Node node) {
    return std::ranges::min_element(range, {}, [&](const auto& one) { return subject.prepared->flow.position(node(one)); });
}

std::string nodeName(const Subject& subject, NodeId node) { return std::string(subject.text(subject.model().node(node).id)); }

std::vector<NodeId> pathFrom(const Trail& trail, NodeId node) {
    std::vector<NodeId> path{node};
    std::set<std::uint32_t> seen{node.index()};
    for (auto next = trail.next.find(node.index()); next != trail.next.end(); next = trail.next.find(next->second)) {
        if (!seen.insert(next->second).second) break;
        path.push_back(NodeId(next->second));
    }
    return path;
}

bool ofContent(const Subject& subject, NodeId node) {
    const auto results = subject.prepared->flow.results(node);
    return std::ranges::any_of(results, [&](ValueId value) { return subject.ofContent[value.index()]; });
}

}  // namespace

Place placeOf(const session::MethodView& method, const Subject& subject, NodeId node, const JobContext& job) {
    Place place;
    const auto& model = subject.model();
    place.node = model.nodePath(node);
    place.target = evaluate::shortTarget(model.text(model.node(node).target));
    const auto modules = exported::moduleStack(model, model.node(node));
    if (!modules.empty()) place.module = modules.back().path;
    const session::MethodView view(method.session, subject.method);
    if (const auto line = join::ownLine(view, subject.stage, place.node, job)) {
        place.source = line->file + ":" + std::to_string(line->line);
        place.code = line->text;
    }
    for (const ValueId input : subject.prepared->flow.inputs(node)) {
        const graph::GraphInput* held = inputOf(model, sourceOf(model, input));
        if (held != nullptr && graph::isHeld(held->kind)) {
            place.constant = model.text(held->target);
            break;
        }
    }
    return place;
}

namespace {

class Accuser {
public:
    Accuser(const session::MethodView& method, const Way& left, const Way& right, const std::vector<Pair>& pairs,
            const BlameOptions& options, const JobContext& job)
        : m_method(method), m_left(left), m_right(right), m_pairs(pairs), m_options(options), m_job(job), m_tracker(left, right) {}

    std::optional<Blame> accuse(const Pair& pair, ValueId target, int depth) {
        const Trail trail = m_tracker.back(pair, target);
        const Subject& subject = *m_left.script[pair.left].subject;
        const auto same = [](NodeId node) { return node; };
        const auto reader = [](const std::pair<NodeId, ValueId>& one) { return one.first; };
        const auto source = earliest(subject, trail.sources, same);
        const auto state = earliest(subject, trail.readers, reader);
        if (state != trail.readers.end() && (source == trail.sources.end() || m_options.leftOver)) {
            const graph::GraphInput* input = inputOf(subject.model(), state->second);
            const std::string name(subject.text(input->target.valid() ? input->target : subject.model().value(state->second).id));
            if (!m_options.leftOver && depth < 4)
                if (auto written = accuseWriter(&pair, name, state->second, depth)) return written;
            Blame blame = made(subject, trail, pair, state->first);
            blame.state = name;
            return blame;
        }
        if (source == trail.sources.end()) return std::nullopt;
        const auto perhaps = trail.perhaps.find(source->index());
        if (perhaps != trail.perhaps.end() && !m_options.leftOver && depth < 4) {
            const graph::GraphInput* input = inputOf(subject.model(), perhaps->second);
            const std::string name(subject.text(input->target.valid() ? input->target : subject.model().value(perhaps->second).id));
            if (auto written = accuseWriter(nullptr, name, perhaps->second, depth)) return written;
            if (auto written = accuseUnseen(subject, trail, pair, name, perhaps->second)) return written;
        }
        return made(subject, trail, pair, *source);
    }

private:
    /// The calls before that left the state: where what is written into it differs. Without `later`: those of both ways that end at
    /// the same position.
    std::optional<Blame> accuseWriter(const Pair* later, const std::string& name, ValueId input, int depth) {
        for (const Pair& pair : m_pairs) {
            if (later != nullptr ? pair.left >= later->left && pair.right >= later->right : !pair.ends || pair.same) continue;
            const Subject& subject = *m_left.script[pair.left].subject;
            for (const KeptState& state : subject.states) {
                const bool its =
                    state.buffer.empty() ? state.input && subject.inputs[*state.input].value == input : state.buffer == name;
                if (!its) continue;
                for (const ValueId written : state.written) {
                    auto found = accuse(pair, written, depth + 1);
                    if (!found) continue;
                    found->state = name;
                    return found;
                }
            }
        }
        return std::nullopt;
    }

    /// A state that no two calls leave at the same position: where the first call of a way is right and a later one is not, what
    /// was left in between is wrong, unless what is written for each position is the same both ways.
    std::optional<Blame> accuseUnseen(const Subject& subject, const Trail& trail, const Pair& pair, const std::string& name,
                                      ValueId input) {
        if (pair.left == 0 && pair.right == 0) return std::nullopt;
        for (const KeptState& state : subject.states) {
            const bool its =
                state.buffer.empty() ? state.input && subject.inputs[*state.input].value == input : state.buffer == name;
            if (!its) continue;
            for (const ValueId written : state.written) {
                bool same = false;
                for (const Pair& other : m_pairs) {
                    const Difference difference =
                        valueDifference(m_left, m_right, other, std::string(subject.text(subject.model().value(written).id)));
                    same |= difference.comparable && difference.positional;
                }
                NodeId writer = subject.model().value(written).producer;
                if (same || !writer.valid()) continue;
                if (operatorStem(subject.model(), writer) == "copy")
                    if (const ValueId from = valueArgument(subject.model(), writer, 1);
                        from.valid() && subject.model().value(from).producer.valid())
                        writer = subject.model().value(from).producer;
                Blame blame = made(subject, trail, pair, writer);
                blame.state = name;
                return blame;
            }
        }
        return std::nullopt;
    }

    Blame made(const Subject& subject, const Trail& trail, const Pair& pair, NodeId source) {
        Blame blame;
        blame.left = pair.left;
        blame.right = pair.right;
        const auto path = pathFrom(trail, source);
        NodeId first = source;
        if (!ofContent(subject, source))  // what positions make: the mask or table that it is made for
            for (const NodeId node : path)
                if (!ofContent(subject, node) && !isMove(operatorStem(subject.model(), node))) first = node;
        const bool attention = isAttention(operatorStem(subject.model(), source));
        if (attention && m_options.leaks)
            if (const NodeId mask = maskOperandOf(subject, source).first; mask.valid()) {
                first = mask;
                blame.seen = placeOf(m_method, subject, source, m_job);
            }
        blame.first = placeOf(m_method, subject, first, m_job);
        if (first != source && !blame.seen) blame.from = placeOf(m_method, subject, source, m_job);
        for (const NodeId node : path) blame.path.push_back(nodeName(subject, node));
        return blame;
    }

    const session::MethodView& m_method;
    const Way &m_left, &m_right;
    const std::vector<Pair>& m_pairs;
    const BlameOptions& m_options;
    const JobContext& m_job;
    Tracker m_tracker;
};

}  // namespace

std::optional<Blame> blame(const session::MethodView& method, const Way& left, const Way& right, const std::vector<Pair>& pairs,
                           const Disagreement& found, const BlameOptions& options, const JobContext& job) {
    if (!found.first) return std::nullopt;
    const Subject& subject = *left.script[found.first->left].subject;
    const ValueId target = subject.model().findValue(outputName(subject, found.firstOutput));
    if (!target.valid()) return std::nullopt;
    return Accuser(method, left, right, pairs, options, job).accuse(*found.first, target, 0);
}

}  // namespace etscope::consistency
