#include "conversation/blame_search.h"

#include <algorithm>
#include <cmath>

#include "exported/metadata.h"
#include "join/call_titles.h"
#include "join/handles.h"
#include "join/source_lines.h"
#include "modules/hierarchy.h"

namespace etscope::conversation {
namespace {

/// A part that gives back less of the lost lead is not looked into.
constexpr double kWorthLooking = 0.1;
/// Parts that stand side by side; more are taken together, neighbours first.
constexpr std::size_t kAbreast = 8;

/// The path up to `depth` names; all of it where it has no more.
std::string cut(const std::string& path, std::size_t depth) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < depth; ++i) {
        end = path.find('.', i == 0 ? 0 : end + 1);
        if (end == std::string::npos) return path;
    }
    return path.substr(0, end);
}
std::size_t depthOf(const std::string& path) {
    return path.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(path, '.')) + 1;
}

Sentence rangeTitle(const std::string& first, const std::string& last) {
    return Sentence(first == last ? first : first + " … " + last);
}

/// Where a name stands: the node that makes the value, or the first that reads the constant.
graph::NodeId nodeOf(const CallGraph& graph, const OwnError& own) {
    const graph::GraphModel& model = graph.model();
    if (!own.constant) {
        const graph::ValueId value = model.findValue(own.name);
        return value.valid() ? model.value(value).producer : graph::NodeId();
    }
    for (const graph::GraphInput& input : model.top().inputs) {
        if (!graph::isHeld(input.kind) || !input.value.valid() || model.text(input.target) != own.name) continue;
        const auto readers = graph.prepared->flow.consumers(input.value);
        return readers.empty() ? graph::NodeId() : readers.front();
    }
    return {};
}

/// The module of the node, or of what takes its result where it stands in none.
std::string moduleAt(const CallGraph& graph, graph::NodeId node) {
    constexpr int kFollowed = 4;
    for (int step = 0; step < kFollowed && node.valid(); ++step) {
        const auto stack = exported::moduleStack(graph.model(), graph.model().node(node));
        if (!stack.empty() && !stack.back().path.empty()) return stack.back().path;
        graph::NodeId next;
        for (const graph::ValueId value : graph.prepared->flow.results(node))
            for (const graph::NodeId user : graph.prepared->flow.consumers(value))
                if (!next.valid()) next = user;
        node = next;
    }
    return {};
}

}  // namespace

void BlameSearch::note(Sentence text) {
    if (std::ranges::find(m_blame.notes, text) == m_blame.notes.end()) m_blame.notes.push_back(std::move(text));
}

Result<void> BlameSearch::run() {
    m_blame.parts = groups();
    for (BlamePart& part : m_blame.parts) {
        const Calls calls = placesOf(part);
        if (auto done = measure(part, {{calls.begin(), calls.end()}, {}, {}}); !done) return done;
    }
    for (BlamePart& part : m_blame.parts)
        if (auto done = split(part); !done) return done;
    if (auto done = lookInside(); !done) return done;
    findCulprit();
    tell();
    return {};
}

/// Pictures, embeddings, prefills, earlier steps and the call itself.
std::vector<BlamePart> BlameSearch::groups() const {
    std::vector<Calls> calls;
    std::map<std::string, std::size_t> open;  // group that goes on, by method
    for (std::size_t i = 0; i <= m_row.call; ++i) {
        const CallStep& step = m_calls.step(i);
        const MethodRoles& roles = m_opened.rolesOf(step);
        const auto rows = roles.input(InputRole::Embeddings) ? step.inputs[*roles.input(InputRole::Embeddings)].last(1)
                          : roles.input(InputRole::Ids)      ? step.inputs[*roles.input(InputRole::Ids)].count()
                                                             : 1;
        const bool alone = i == m_row.call || roles.kind == MethodKind::Vision || (roles.kind == MethodKind::Decoder && rows > 1);
        const auto [group, isNew] = open.try_emplace(step.call->method, calls.size());
        if (isNew || alone || calls[group->second].empty()) {
            group->second = calls.size();
            calls.emplace_back();
        }
        calls[group->second].push_back(i);
        if (alone) open.erase(step.call->method);
    }
    std::vector<BlamePart> parts;
    for (Calls& group : calls) parts.push_back(callsPart(std::move(group)));
    return parts;
}

BlamePart BlameSearch::callsPart(Calls calls) const {
    BlamePart part;
    part.method = m_calls.step(calls.front()).call->method;
    for (const std::size_t one : calls) part.calls.push_back(m_calls.step(one).call->index);
    part.title = calls.size() == 1 ? Sentence::of("%1, call %2", part.method, part.calls.front())
                                   : Sentence::of("%1, %2 calls from %3 to %4", part.method, part.calls.size(), part.calls.front(),
                                                  part.calls.back());
    return part;
}

BlameSearch::Calls BlameSearch::placesOf(const BlamePart& part) const {
    Calls places;
    for (std::size_t i = 0; i < m_calls.size(); ++i)
        if (std::ranges::find(part.calls, m_calls.step(i).call->index) != part.calls.end()) places.push_back(i);
    return places;
}

Result<void> BlameSearch::measure(BlamePart& part, const Exchange& exchange) {
    for (const std::size_t call : exchange.whole)
        if (!m_calls.why(call).empty() && exchange.whole.size() == 1) return {};
    if (spent()) {
        note(Sentence::of("not all parts were exchanged: %1 exchanges are the limit", m_options.exchanges));
        return {};
    }
    const auto rows = m_calls.logits(exchange, {m_row});
    if (rows.cancelled()) return rows.failure();
    if (!rows) {
        note(Sentence::of("a part could not be exchanged: %1", rows.error().message));
        return {};
    }
    ++m_blame.exchanges;
    m_blame.operations = m_calls.operations();
    const std::span<const double> logits = std::span(rows->front()).first(std::min(m_ids, rows->front().size()));
    const double lead = logits[static_cast<std::size_t>(m_blame.reference)] - logits[static_cast<std::size_t>(m_blame.chosen)];
    part.share = (lead - (m_blame.lead - m_blame.lost)) / m_blame.lost;
    part.token = std::ranges::max_element(logits) - logits.begin();
    part.bringsBack = part.token == m_blame.reference;
    part.measured = std::isfinite(part.share);
    m_job.report(1 - 1 / (1 + 0.1 * static_cast<double>(m_blame.exchanges)));
    tell();
    return {};
}

/// Halves of calls, as long as they give something back.
Result<void> BlameSearch::split(BlamePart& part) {
    if (part.calls.size() < 2 || !part.measured || part.share < kWorthLooking) return {};
    const Calls calls = placesOf(part);
    const auto half = static_cast<std::ptrdiff_t>(calls.size() / 2);
    part.parts = {callsPart({calls.begin(), calls.begin() + half}), callsPart({calls.begin() + half, calls.end()})};
    for (BlamePart& one : part.parts) {
        const Calls own = placesOf(one);
        if (auto done = measure(one, {{own.begin(), own.end()}, {}, {}}); !done) return done;
        if (auto done = split(one); !done) return done;
    }
    return {};
}

/// Calls that give something back, each by itself where they were told apart.
void BlameSearch::eachGuilty(BlamePart& part, std::map<std::string, std::vector<BlamePart*>>& byMethod) {
    if (!part.measured || part.share < kWorthLooking) return;
    const bool apart = std::ranges::any_of(part.parts, [](const BlamePart& one) { return one.share >= kWorthLooking; });
    if (!apart) return byMethod[part.method].push_back(&part);
    for (BlamePart& one : part.parts) eachGuilty(one, byMethod);
}

Result<void> BlameSearch::lookInside() {
    std::map<std::string, std::vector<BlamePart*>> byMethod;
    for (BlamePart& part : m_blame.parts) eachGuilty(part, byMethod);
    std::vector<BlamePart> together;
    for (const auto& [method, parts] : byMethod) {
        Calls calls;
        for (const BlamePart* part : parts) {
            const Calls own = placesOf(*part);
            calls.insert(calls.end(), own.begin(), own.end());
        }
        std::ranges::sort(calls);
        const Atoms atoms = atomsOf(calls);
        if (atoms.empty()) {
            const bool logged = std::ranges::any_of(calls, [&](std::size_t call) { return m_calls.logged(call); });
            note(logged ? Sentence::of("no single operator of %1 is wrong by itself", method)
                        : Sentence::of("what is inside %1 was not logged, and its constants are the record's: a dump with a debug "
                                       "buffer tells its operators apart",
                                       method));
            continue;
        }
        const std::set<std::size_t> inside(calls.begin(), calls.end());
        if (parts.size() == 1) {
            if (auto done = descend(*parts.front(), calls, atoms, 0); !done) return done;
            continue;
        }
        BlamePart all = callsPart(calls);
        all.kind = BlamePart::Kind::Method;
        all.title = Sentence::of("%1, in all of these calls", method);
        if (auto done = measure(all, {inside, {}, {}}); !done) return done;
        if (auto done = descend(all, calls, atoms, 0); !done) return done;
        together.push_back(std::move(all));
    }
    std::ranges::move(together, std::back_inserter(m_blame.parts));
    return {};
}

BlameSearch::Atoms BlameSearch::atomsOf(const Calls& calls) const {
    std::map<std::string, OwnError> all;
    for (const std::size_t call : calls)
        for (OwnError& own : m_calls.ownErrors(call)) all.try_emplace(own.name, std::move(own));
    if (all.empty()) return {};
    const CallGraph& graph = m_calls.graph(calls.front());
    const session::MethodView method(*m_opened.session, m_calls.step(calls.front()).call->method);
    const auto handles = join::handles(method, m_job);
    Atoms atoms;
    for (const auto& [name, own] : all) {
        Atom atom{own, {}, {}, 0};
        const graph::NodeId node = nodeOf(graph, own);
        if (node.valid()) {
            atom.node = graph.model().nodePath(node);
            atom.module = moduleAt(graph, node);
            atom.order = graph.prepared->flow.position(node);
        }
        if (own.delegate && handles)
            for (const join::HandleRow& row : (*handles)->rows)
                if (row.instruction == *own.delegate) atom.module = (*handles)->graphs.module(row.edgeNodes);
        atoms.push_back(std::move(atom));
    }
    std::ranges::sort(atoms, {}, [](const Atom& atom) { return std::pair(atom.order, atom.own.name); });
    return atoms;
}

BlamePart BlameSearch::single(const BlamePart& around, const Atom& atom) const {
    using Kind = BlamePart::Kind;
    BlamePart part;
    part.kind = atom.own.constant ? Kind::Constant : atom.own.delegate ? Kind::Delegate : Kind::Operator;
    part.method = around.method;
    part.calls = around.calls;
    part.module = atom.module;
    part.names = {atom.own.name};
    part.node = atom.node;
    const session::MethodView method(*m_opened.session, around.method);
    if (!atom.node.empty()) {
        part.address = around.method + "/edge/" + atom.node;
        if (const auto line = join::ownLine(method, graph::StageId::edge(), atom.node, m_job))
            part.source = line->file + ":" + std::to_string(line->line);
    }
    const bool told = atom.module.empty() || atom.own.name.starts_with(atom.module);
    part.title = told ? Sentence(atom.own.name) : Sentence::of("%1 of %2", atom.own.name, atom.module);
    if (atom.own.delegate)
        if (const auto titles = join::callTitles(method, m_job))
            if (const auto title = (*titles)->find(*atom.own.delegate); title != (*titles)->end())
                part.title = Sentence(title->second.listed());
    return part;
}

/// One level down: modules of that depth, and what stands in none of them, in the order of the graph; neighbours taken together
/// where they are many.
std::vector<std::pair<BlamePart, BlameSearch::Atoms>> BlameSearch::children(const BlamePart& part, const Atoms& atoms,
                                                                            std::size_t depth) const {
    std::vector<std::pair<BlamePart, Atoms>> found;
    std::map<std::string, std::size_t> byModule;
    const bool top = part.kind == BlamePart::Kind::Calls || part.kind == BlamePart::Kind::Method;
    for (const Atom& atom : atoms) {
        if (top && atom.own.state) {
            if (found.empty() || found.front().first.kind != BlamePart::Kind::State) {
                BlamePart state;
                state.kind = BlamePart::Kind::State;
                state.method = part.method;
                state.calls = part.calls;
                state.title = Sentence::of("what lay in memory, as the first operators that take it show");
                found.emplace(found.begin(), std::move(state), Atoms());
                for (auto& [module, at] : byModule) ++at;
            }
            found.front().first.names.push_back(atom.own.name);
            found.front().second.push_back(atom);
            continue;
        }
        if (depthOf(atom.module) <= depth) {
            found.emplace_back(single(part, atom), Atoms{atom});
            continue;
        }
        const std::string module = cut(atom.module, depth + 1);
        const auto [at, isNew] = byModule.try_emplace(module, found.size());
        if (isNew) {
            BlamePart one;
            one.kind = BlamePart::Kind::Module;
            one.method = part.method;
            one.calls = part.calls;
            one.module = module;
            one.title = Sentence(module);
            found.emplace_back(std::move(one), Atoms());
        }
        found[at->second].first.names.push_back(atom.own.name);
        found[at->second].second.push_back(atom);
    }
    return found;
}

Result<void> BlameSearch::descend(BlamePart& part, const Calls& calls, const Atoms& atoms, std::size_t depth) {
    auto below = children(part, atoms, depth);
    if (below.size() == 1 && below.front().first.kind == BlamePart::Kind::Module)
        return descend(part, calls, atoms, depth + 1);  // the same once more
    while (below.size() > kAbreast) {
        std::vector<std::pair<BlamePart, Atoms>> fewer;
        const std::size_t each = (below.size() + kAbreast - 1) / kAbreast;
        for (std::size_t i = 0; i < below.size(); i += each) {
            const std::size_t end = std::min(i + each, below.size());
            if (end - i == 1) {
                fewer.push_back(std::move(below[i]));
                continue;
            }
            BlamePart range = below[i].first;
            range.kind = BlamePart::Kind::Module;
            range.names.clear();
            range.node.clear();
            range.source.clear();
            range.address.clear();
            range.title = rangeTitle(below[i].first.title.text(), below[end - 1].first.title.text());
            Atoms all;
            for (std::size_t k = i; k < end; ++k) {
                std::ranges::copy(below[k].second, std::back_inserter(all));
                std::ranges::copy(below[k].first.names, std::back_inserter(range.names));
            }
            fewer.emplace_back(std::move(range), std::move(all));
        }
        below = std::move(fewer);
    }
    for (auto& [one, own] : below) {
        if (auto done = measure(one, {{}, {calls.begin(), calls.end()}, {one.names.begin(), one.names.end()}}); !done) return done;
        part.parts.push_back(std::move(one));
    }
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
        BlamePart& one = part.parts[i];
        const Atoms& own = below[i].second;
        if (!one.measured || one.share < kWorthLooking || one.kind != BlamePart::Kind::Module) continue;
        // A range of modules is looked into at the same depth.
        const bool range = std::ranges::any_of(
            own, [&](const Atom& atom) { return depthOf(atom.module) <= depth || cut(atom.module, depth + 1) != one.module; });
        if (auto done = descend(one, calls, own, range ? depth : depth + 1); !done) return done;
    }
    return {};
}

const BlamePart* Blame::part(const std::vector<std::size_t>& path) const {
    const BlamePart* found = nullptr;
    const std::vector<BlamePart>* among = &parts;
    for (const std::size_t i : path) {
        if (i >= among->size()) return nullptr;
        found = &(*among)[i];
        among = &found->parts;
    }
    return found;
}

namespace {

/// How small the smallest part in it is that brings the token back; 0: none does.
int finest(const BlamePart& part) {
    using Kind = BlamePart::Kind;
    if (!part.measured || !part.bringsBack) return 0;
    int best = part.kind == Kind::Calls || part.kind == Kind::Method ? 1 : part.kind == Kind::Module ? 2 : 3;
    for (const BlamePart& one : part.parts) best = std::max(best, finest(one));
    return best;
}

}  // namespace

/// Down along what holds the smallest part that brings the token back; of equals what gives back the most.
void BlameSearch::findCulprit() {
    const std::vector<BlamePart>* among = &m_blame.parts;
    while (!among->empty()) {
        const auto rank = [](const BlamePart& part) { return std::pair(finest(part), part.share); };
        const auto best = std::ranges::max_element(*among, {}, rank);
        if (finest(*best) == 0) break;
        m_blame.culprit.push_back(static_cast<std::size_t>(best - among->begin()));
        among = &best->parts;
    }
}

}  // namespace etscope::conversation
