#include "findings/advisories.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "advisories_json.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "base/number_text.h"
#include "findings/lost_values.h"
#include "graph/data_flow.h"
#include "graph/operator_arguments.h"
#include "join/handles.h"
#include "session/entity.h"

namespace etscope::findings {
namespace {

using AdvisoryJson = nlohmann::json;
using AdvisoryMatches = std::vector<AdvisoryMatch>;

constexpr std::array<std::pair<std::string_view, AdvisorySite>, 4> kAdvisorySites{{{"call", AdvisorySite::Call},
                                                                                   {"delegated", AdvisorySite::Delegated},
                                                                                   {"lost", AdvisorySite::Lost},
                                                                                   {"culprit", AdvisorySite::Culprit}}};

bool isListed(const std::vector<std::string>& list, std::string_view word) {
    return list.empty() || std::ranges::find(list, word) != list.end();
}

/// Reads one row; what is wrong with it is an exception of its own, which leaves parseAdvisories() as an error.
class AdvisoryRow {
public:
    explicit AdvisoryRow(const AdvisoryJson& row) : m_row(row) {}

    Result<Advisory> read() {
        Advisory one;
        if (!m_row.is_object()) return wrong("it is no object");
        for (const auto& [key, to] : {std::pair("id", &one.id), std::pair("title", &one.title), std::pair("effect", &one.effect),
                                      std::pair("way_round", &one.wayRound), std::pair("seen", &one.seen)})
            if (!m_row.contains(key) || !m_row[key].is_string() || (*to = m_row[key].get<std::string>()).empty())
                return wrong(std::string(key) + " is missing");
        m_id = one.id;
        for (const auto& [key, to] : {std::pair("since", &one.since), std::pair("mended", &one.mended)})
            if (const AdvisoryJson* value = find(m_row, key); value != nullptr && value->is_string())
                *to = value->get<std::string>();
        if (!takeWords(m_row, "sources", one.sources)) return wrong("sources are a list of texts");
        for (const std::string& source : one.sources)
            if (!source.starts_with("https://")) return wrong("a source is no https address");
        const AdvisoryJson* when = find(m_row, "when");
        if (when == nullptr || !when->is_object()) return wrong("when is missing");
        if (auto read = readCondition(*when, one.when); !read) return read.failure();
        return one;
    }

private:
    Failure wrong(const std::string& what) const {
        return fail("advisories-invalid", (m_id.empty() ? std::string("a row") : m_id) + ": " + what);
    }
    static const AdvisoryJson* find(const AdvisoryJson& object, std::string_view key) {
        const auto found = object.find(key);
        return found == object.end() ? nullptr : &*found;
    }
    static bool wordsOf(const AdvisoryJson& list, std::vector<std::string>& words) {
        if (!list.is_array()) return false;
        for (const AdvisoryJson& word : list) {
            if (!word.is_string()) return false;
            words.push_back(word.get<std::string>());
        }
        return true;
    }
    static bool takeWords(const AdvisoryJson& object, std::string_view key, std::vector<std::string>& words) {
        const AdvisoryJson* list = find(object, key);
        return list == nullptr || wordsOf(*list, words);
    }
    static bool takeArguments(const AdvisoryJson& object, std::string_view key,
                              std::map<std::string, std::vector<std::string>>& arguments) {
        const AdvisoryJson* table = find(object, key);
        if (table == nullptr) return true;
        if (!table->is_object()) return false;
        for (const auto& [name, words] : table->items())
            if (!wordsOf(words, arguments[name])) return false;
        return true;
    }

    Result<void> readCondition(const AdvisoryJson& when, AdvisoryCondition& to) const {
        static constexpr std::array<std::string_view, 12> kKeys{"site",          "operator",   "backend",  "cause",
                                                                "maker",         "types",      "feeds",    "arguments",
                                                                "arguments_not", "least_rank", "of_input", "values"};
        for (const auto& [key, value] : when.items())
            if (std::ranges::find(kKeys, key) == kKeys.end()) return wrong("a condition has no key " + escaped(key));
        const AdvisoryJson* site = find(when, "site");
        const std::string word = site != nullptr && site->is_string() ? site->get<std::string>() : std::string();
        const auto known = std::ranges::find(kAdvisorySites, word, &std::pair<std::string_view, AdvisorySite>::first);
        if (known == kAdvisorySites.end()) return wrong("there is no site " + escaped(word));
        to.site = known->second;
        const bool lists = takeWords(when, "operator", to.operators) && takeWords(when, "backend", to.backends) &&
                           takeWords(when, "cause", to.causes) && takeWords(when, "maker", to.makers) &&
                           takeWords(when, "types", to.types) && takeWords(when, "feeds", to.feeds) &&
                           takeArguments(when, "arguments", to.arguments) && takeArguments(when, "arguments_not", to.argumentsNot);
        if (!lists) return wrong("a condition is a list of texts, of arguments lists by name");
        if (const AdvisoryJson* rank = find(when, "least_rank"); rank != nullptr) {
            if (!rank->is_number_unsigned()) return wrong("least_rank is a number");
            to.leastRank = rank->get<std::int64_t>();
        }
        if (const AdvisoryJson* input = find(when, "of_input"); input != nullptr) to.ofInput = *input == AdvisoryJson(true);
        if (const AdvisoryJson* values = find(when, "values"); values != nullptr) {
            to.values = values->is_string() ? values->get<std::string>() : std::string();
            if (std::ranges::find(advisoryValues(), to.values) == advisoryValues().end()) return wrong("there are no such values");
        }
        if (to.site != AdvisorySite::Lost && to.operators.empty() && to.causes.empty()) return wrong("it holds for everything");
        return {};
    }

    const AdvisoryJson& m_row;
    std::string m_id;
};

/// A literal as the table writes it; nothing of values and lists.
std::optional<std::string> literalText(const graph::GraphModel& model, const graph::Argument& argument) {
    switch (argument.kind) {
        case graph::ArgumentKind::Int: return std::to_string(argument.integer);
        case graph::ArgumentKind::Bool: return std::string(argument.integer != 0 ? "true" : "false");
        case graph::ArgumentKind::Float: return shortest(argument.number);
        case graph::ArgumentKind::String: return std::string(model.text(argument.text()));
        default: return std::nullopt;
    }
}
std::optional<std::string> literalText(const program::Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    if (const auto* flag = std::get_if<bool>(&value)) return std::string(*flag ? "true" : "false");
    if (const auto* real = std::get_if<double>(&value)) return shortest(*real);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    return std::nullopt;
}

using ArgumentTexts = std::map<std::string, std::string, std::less<>>;

bool argumentsHold(const AdvisoryCondition& when, const ArgumentTexts& arguments) {
    const auto has = [&](const auto& wanted, bool among) {
        const auto found = arguments.find(wanted.first);
        return found != arguments.end() && (std::ranges::find(wanted.second, found->second) != wanted.second.end()) == among;
    };
    return std::ranges::all_of(when.arguments, [&](const auto& one) { return has(one, true); }) &&
           std::ranges::all_of(when.argumentsNot, [&](const auto& one) { return has(one, false); });
}

/// "aten.add.Tensor" of "executorch.exir.dialects.edge.ops.aten.add.Tensor".
std::string_view edgeOperator(std::string_view target) noexcept {
    constexpr std::string_view kOps = "ops.";
    const auto at = target.rfind(kOps);
    return at == std::string_view::npos ? target : target.substr(at + kOps.size());
}

bool isRuledOut(const AdvisoryCondition& when, std::optional<ScalarType> type, std::size_t rank) {
    return (!when.types.empty() && (!type || !isListed(when.types, scalarTypeName(*type)))) ||
           static_cast<std::int64_t>(rank) < when.leastRank;
}

/// Nodes of the edge graph that delegates of the method run.
class DelegatedSites {
public:
    DelegatedSites(const join::MethodHandles& handles, const session::Session& session, AdvisoryMatches& matches)
        : m_handles(handles), m_session(session), m_matches(matches) {}

    Result<void> look(const JobContext& job) {
        const auto model = m_session.graph(m_handles.method, graph::StageId::edge(), job);
        if (model.cancelled()) return model.failure();
        if (!model) return {};
        const graph::DataFlow flow(**model);
        for (const join::HandleRow& row : m_handles.rows) {
            if (!row.isDelegate || row.shared) continue;
            if (job.cancelled()) return cancelledFailure();
            for (const graph::NodeRef& ref : row.edgeNodes)
                if (ref.stage == graph::StageId::edge()) lookAt(**model, flow, row, ref.node);
        }
        return {};
    }

private:
    void lookAt(const graph::GraphModel& model, const graph::DataFlow& flow, const join::HandleRow& row, graph::NodeId id) {
        const graph::Node& node = model.node(id);
        const std::string_view target = edgeOperator(model.text(node.target));
        for (const Advisory& one : advisories()) {
            if (one.when.site != AdvisorySite::Delegated || !isListed(one.when.operators, target) ||
                !isListed(one.when.backends, row.backend))
                continue;
            if (isRuledOutBy(one.when, model, node) || !argumentsHold(one.when, literalArguments(model, node))) continue;
            if (!one.when.feeds.empty() && !feeds(one.when, model, flow, row, id)) continue;
            const std::string name(model.text(node.id));
            m_matches.push_back({&one, m_handles.method, row.instruction, name,
                                 Sentence::of("'%1' (%2) runs in a delegate of %3, which instruction %4 calls", name,
                                              std::string(target), row.backend, row.instruction)});
        }
    }
    static bool isRuledOutBy(const AdvisoryCondition& when, const graph::GraphModel& model, const graph::Node& node) {
        for (const graph::Argument& argument : model.arguments(node)) {
            if (argument.kind != graph::ArgumentKind::Value) continue;
            const graph::Value& value = model.value(argument.value());
            if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) continue;
            const graph::TensorMeta& meta = model.meta(value.meta);
            return isRuledOut(when, meta.type, meta.sizes.count);
        }
        return !when.types.empty() || when.leastRank > 0;
    }
    static ArgumentTexts literalArguments(const graph::GraphModel& model, const graph::Node& node) {
        ArgumentTexts texts;
        for (const graph::Argument& argument : model.arguments(node))
            if (auto text = literalText(model, argument)) texts.emplace(model.text(argument.name), *std::move(text));
        return texts;
    }
    /// Its first result goes to one node alone, which is of that operator and runs in the same delegate.
    static bool feeds(const AdvisoryCondition& when, const graph::GraphModel& model, const graph::DataFlow& flow,
                      const join::HandleRow& row, graph::NodeId id) {
        if (flow.results(id).empty() || flow.leavesGraph(flow.results(id).front())) return false;
        const auto takers = flow.consumers(flow.results(id).front());
        return takers.size() == 1 && isListed(when.feeds, edgeOperator(model.text(model.node(takers.front()).target))) &&
               std::ranges::any_of(row.edgeNodes, [&](const graph::NodeRef& ref) {
                   return ref.stage == graph::StageId::edge() && ref.node == takers.front();
               });
    }

    const join::MethodHandles& m_handles;
    const session::Session& m_session;
    AdvisoryMatches& m_matches;
};

ArgumentTexts literalArguments(const program::ExecutionPlan& plan, const program::KernelCall& call, const std::string& name) {
    ArgumentTexts texts;
    const graph::OperatorArguments* schema = graph::operatorArguments(name);
    const auto names = graph::argumentNames(schema == nullptr ? std::string_view() : schema->inputs);
    for (std::size_t i = 0; i < std::min(names.size(), call.arguments.size()); ++i)
        if (const program::Value* value = plan.value(call.arguments[i]))
            if (auto text = literalText(*value)) texts.emplace(names[i], *std::move(text));
    return texts;
}

const program::TensorInfo* firstTensorOf(const program::ExecutionPlan& plan, const program::KernelCall& call) {
    for (const program::ValueIndex value : call.arguments)
        if (const program::TensorInfo* tensor = plan.tensor(value)) return tensor;
    return nullptr;
}

/// Whether the kernel call is one that the condition is about.
bool isCallOf(const AdvisoryCondition& when, const program::ExecutionPlan& plan, const program::Instruction& instruction) {
    const auto* call = std::get_if<program::KernelCall>(&instruction);
    const program::Operator* op = plan.calledOperator(instruction);
    if (call == nullptr || op == nullptr || !isListed(when.operators, op->fullName())) return false;
    const program::TensorInfo* tensor = firstTensorOf(plan, *call);
    return !isRuledOut(when, tensor != nullptr ? std::optional(tensor->scalarType) : std::nullopt,
                       tensor != nullptr ? tensor->sizes.size() : 0) &&
           argumentsHold(when, literalArguments(plan, *call, op->fullName()));
}

void lookAtKernelCalls(const program::ExecutionPlan& plan, AdvisoryMatches& matches) {
    const auto& instructions = plan.mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i)
        for (const Advisory& one : advisories())
            if (one.when.site == AdvisorySite::Call && isCallOf(one.when, plan, instructions[i]))
                matches.push_back({&one,
                                   plan.name,
                                   static_cast<std::int64_t>(i),
                                   {},
                                   Sentence::of("instruction %1 calls %2", i, plan.calledOperator(instructions[i])->fullName())});
}

void lookAtLost(const program::ExecutionPlan& plan, AdvisoryMatches& matches) {
    for (const LostValue& lost : lostValues(plan)) {
        const program::Instruction* maker = plan.instructionAt(0, lost.maker);
        const std::string_view kind = maker != nullptr ? program::instructionKind(*maker) : std::string_view("input");
        for (const Advisory& one : advisories())
            if (one.when.site == AdvisorySite::Lost && isListed(one.when.makers, kind))
                matches.push_back(
                    {&one,
                     plan.name,
                     lost.output ? lost.overwriter : lost.reader,
                     {},
                     Sentence::of("instruction %1 writes over v%2 before %3", lost.overwriter, lost.value, lost.readText())});
    }
}

Result<std::shared_ptr<const AdvisoryMatches>> lookForAdvisories(const session::Session& session, const JobContext& job) {
    auto matches = std::make_shared<AdvisoryMatches>();
    if (const session::SessionFile* file = session.programFile())
        for (const program::ExecutionPlan& plan : file->program->plans()) {
            if (job.cancelled()) return cancelledFailure();
            lookAtKernelCalls(plan, *matches);
            lookAtLost(plan, *matches);
        }
    const auto methods = join::methodsWithHandles(session);
    for (const std::string& method : methods ? *methods : std::vector<std::string>()) {
        const auto handles = join::handles({session, method}, job);
        if (handles.cancelled()) return handles.failure();
        if (!handles) continue;
        if (auto done = DelegatedSites(**handles, session, *matches).look(job); !done) return done.failure();
    }
    return matches;
}

}  // namespace

Sentence Advisory::effectText() const { return advisoryPhrase(effect); }

Sentence Advisory::remedy() const { return advisoryPhrase(wayRound); }

Sentence Advisory::text() const {
    const std::string where = sources.empty() ? std::string() : sources.front();
    if (!mended.empty())
        return where.empty() ? Sentence::of("%1 (a known bug, mended in release %2)", advisoryPhrase(title), mended)
                             : Sentence::of("%1 (a known bug, mended in release %2: %3)", advisoryPhrase(title), mended, where);
    return where.empty() ? Sentence::of("%1 (a known bug, seen in release %2)", advisoryPhrase(title), seen)
                         : Sentence::of("%1 (a known bug, seen in release %2: %3)", advisoryPhrase(title), seen, where);
}

std::string AdvisoryMatch::address() const {
    if (!node.empty()) return session::Entity::ofNode(method, graph::StageId::edge(), node).text();
    return instruction ? session::Entity::ofInstruction(method, *instruction).text() : method;
}

Result<std::vector<Advisory>> parseAdvisories(std::string_view text) {
    const AdvisoryJson json = AdvisoryJson::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || json.value("form", AdvisoryJson()) != "etscope.advisories/1")
        return fail("advisories-invalid", "it is no table of the form etscope.advisories/1");
    const auto rows = json.find("advisories");
    if (rows == json.end() || !rows->is_array()) return fail("advisories-invalid", "there is no list of advisories");
    std::vector<Advisory> table;
    for (const AdvisoryJson& row : *rows) {
        auto one = AdvisoryRow(row).read();
        if (!one) return one.failure();
        if (std::ranges::find(table, one->id, &Advisory::id) != table.end())
            return fail("advisories-invalid", one->id + ": it is there twice");
        table.push_back(*std::move(one));
    }
    return table;
}

std::span<const Advisory> advisories() {
    static const std::vector<Advisory> kTable = [] {
        auto table = parseAdvisories(kAdvisoriesJson);
        return table ? *std::move(table) : std::vector<Advisory>();
    }();
    return kTable;
}

Result<std::shared_ptr<const std::vector<AdvisoryMatch>>> staticAdvisories(const session::Session& session, const JobContext& job) {
    return session.store().get<AdvisoryMatches>("findings::advisories", job, [&] { return lookForAdvisories(session, job); });
}

Result<const Advisory*> advisoryOf(const session::MethodView& method, const causes::Culprit& culprit, const JobContext& job) {
    const auto known = staticAdvisories(method.session, job);
    if (!known) return known.failure();
    const auto explains = [&](const AdvisoryMatch& match) {  // another cause at the instruction has another reason
        return culprit.cause == causes::Cause::Kernel || culprit.cause == causes::Cause::Lowering ||
               (match.advisory->when.site == AdvisorySite::Delegated && culprit.cause == causes::Cause::Delegate);
    };
    for (const AdvisoryMatch& match : **known)
        if (match.method == method.name && culprit.instruction && match.instruction == culprit.instruction && explains(match))
            return match.advisory;
    const program::ExecutionPlan* plan = method.plan();
    for (const Advisory& one : advisories()) {
        if (one.when.site != AdvisorySite::Culprit || !isListed(one.when.causes, causes::causeName(culprit.cause))) continue;
        if (one.when.ofInput && (culprit.instruction || !culprit.argument.empty())) continue;
        if (!one.when.operators.empty()) {
            const program::Instruction* instruction =
                plan != nullptr && culprit.instruction ? plan->instructionAt(0, *culprit.instruction) : nullptr;
            if (instruction == nullptr || !isCallOf(one.when, *plan, *instruction)) continue;
        }
        if (one.when.values.empty()) return &one;
        const auto shown = showsValues(method, culprit, one.when.values, job);
        if (!shown) return shown.failure();
        if (*shown) return &one;
    }
    return static_cast<const Advisory*>(nullptr);
}

}  // namespace etscope::findings
