#include "join/call_titles.h"

#include <algorithm>
#include <array>
#include <vector>

#include "join/links.h"
#include "join/stage_graph.h"

namespace etscope::join {
namespace {

using graph::NodeId;
using graph::StageId;
using Titles = std::shared_ptr<const CallTitles>;

constexpr std::string_view kBackend = "Backend";
/// Of ids without "Backend".
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kBackends{{{"Xnnpack", "XNNPACK"},
                                                                                  {"Qnn", "QNN"},
                                                                                  {"CoreML", "Core ML"},
                                                                                  {"CoreAI", "Core AI"},
                                                                                  {"EthosU", "Ethos-U"},
                                                                                  {"Vgf", "VGF"},
                                                                                  {"Enn", "ENN"},
                                                                                  {"Openvino", "OpenVINO"},
                                                                                  {"Cuda", "CUDA"}}};

modules::WorkTitle ofNodes(const session::MethodView& method, const std::vector<graph::NodeRef>& nodes, const JobContext& job) {
    if (nodes.empty()) return {};
    const StageId& stage = nodes.front().stage;
    const auto index = graphIndex(method, stage, job);
    if (!index) return {};
    std::vector<NodeId> mine;
    for (const graph::NodeRef& node : nodes)
        if (node.stage == stage) mine.push_back(node.node);
    return modules::titleOfWork(**index, mine);
}

modules::WorkTitle ofPayload(const session::MethodView& method, std::int64_t delegate, const JobContext& job) {
    const auto index = graphIndex(method, StageId::payload(static_cast<std::uint32_t>(delegate)), job);
    if (!index) return {};
    std::vector<NodeId> all;
    for (std::uint32_t i = 0; i < (*index)->model().nodeCount(); ++i) all.emplace_back(i);
    return modules::titleOfWork(**index, all);
}

/// Whether every node of the call is one of other calls, too: operators that were lowered to several.
bool isPart(const MethodLinks& links, const std::vector<graph::NodeRef>& nodes) {
    return std::ranges::all_of(nodes, [&](const graph::NodeRef& node) { return links.of(node).instructions.size() > 1; });
}

/// "RMSNorm: Multiply": one step of what the record names.
void addStep(modules::WorkTitle& whole, const session::MethodView& method, std::int64_t delegate, const JobContext& job) {
    const auto payload = method.graph(StageId::payload(static_cast<std::uint32_t>(delegate)), job);
    if (!payload || (*payload)->nodeCount() != 1) return;
    if (const std::string step = ofPayload(method, delegate, job).what; !step.empty()) whole.what += ": " + step;
}

Result<Titles> makeTitles(const session::MethodView& method, const JobContext& job) {
    auto titles = std::make_shared<CallTitles>();
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr) return Titles(std::move(titles));
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const auto count = static_cast<std::int64_t>(plan->mainInstructions().size());
    for (std::int64_t at = 0; at < count; ++at) {
        if (job.cancelled()) return cancelledFailure();
        const program::Instruction* one = plan->instructionAt(0, at);
        const auto delegate = one != nullptr ? plan->calledDelegate(*one) : std::nullopt;
        if (!delegate) continue;
        const std::vector<graph::NodeRef> nodes = (*links)->ofInstruction(at).edge;
        CallTitle title{shortBackendName(plan->delegates[*delegate].id), static_cast<std::int64_t>(*delegate),
                        ofNodes(method, nodes, job)};
        if (title.work.what.empty())
            title.work = ofPayload(method, title.delegate, job);
        else if (isPart(**links, nodes))
            addStep(title.work, method, title.delegate, job);
        titles->emplace(at, std::move(title));
    }
    if (job.cancelled()) return cancelledFailure();  // what was not read is no title that is kept
    return Titles(std::move(titles));
}

/// Of each delegate of the plan.
using DelegateTitles = std::vector<CallTitle>;

Result<std::shared_ptr<const DelegateTitles>> makeDelegateTitles(const session::MethodView& method, const JobContext& job) {
    const auto calls = callTitles(method, job);
    if (!calls) return calls.failure();
    auto titles = std::make_shared<DelegateTitles>();
    if (const program::ExecutionPlan* plan = method.plan(); plan != nullptr)
        for (const auto& delegate : plan->delegates)
            titles->push_back({shortBackendName(delegate.id), static_cast<std::int64_t>(titles->size()), {}});
    for (auto call = (*calls)->rbegin(); call != (*calls)->rend(); ++call)  // the first one of a delegate counts
        (*titles)[static_cast<std::size_t>(call->second.delegate)] = call->second;
    return std::shared_ptr<const DelegateTitles>(std::move(titles));
}

std::vector<NodeId> callsIn(const graph::GraphModel& model) {
    std::vector<NodeId> calls;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
        if (model.node(NodeId(i)).delegate >= 0) calls.emplace_back(i);
    return calls;
}

Result<std::shared_ptr<const modules::Bundles>> makeBundles(const session::MethodView& method, const StageId& stage,
                                                            const JobContext& job) {
    auto bundles = std::make_shared<modules::Bundles>();
    const auto calls = callTitles(method, job);
    if (!calls) return calls.failure();
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const auto model = method.graph(stage, job);
    if (!model) return model.failure();
    bundles->ofNodes.assign((*model)->nodeCount(), modules::Bundles::kNone);
    std::vector<std::uint32_t> runs((*model)->nodeCount(), 0);  // calls that run the node
    for (const auto& [instruction, title] : **calls) {
        const NodeLinks of = (*links)->ofInstruction(instruction);
        for (const graph::NodeRef& ref : stage.is(StageId::Kind::Edge) ? of.edge : of.exported) {
            if (ref.stage != stage || ref.node.index() >= runs.size() || (*model)->node(ref.node).delegate >= 0) continue;
            bundles->ofNodes[ref.node.index()] =
                ++runs[ref.node.index()] == 1 ? static_cast<std::uint32_t>(bundles->names.size()) : modules::Bundles::kNone;
        }
        bundles->names.push_back(title.listed());
    }
    if (std::ranges::all_of(bundles->ofNodes, [](std::uint32_t one) { return one == modules::Bundles::kNone; }))
        bundles->names.clear();
    return std::shared_ptr<const modules::Bundles>(std::move(bundles));
}

}  // namespace

std::string shortBackendName(std::string_view id) {
    if (id.size() > kBackend.size() && id.ends_with(kBackend)) id.remove_suffix(kBackend.size());
    const auto known = std::find_if(kBackends.begin(), kBackends.end(), [&](const auto& one) { return one.first == id; });
    return std::string(known == kBackends.end() ? id : known->second);
}

std::string CallTitle::name() const { return backend + " " + std::to_string(delegate); }

std::string CallTitle::title() const { return work.what.empty() ? name() : work.text(); }

std::string CallTitle::listed() const { return work.what.empty() ? name() : name() + " · " + work.brief(); }

Result<Titles> callTitles(const session::MethodView& method, const JobContext& job) {
    return method.session.store().get<CallTitles>(std::string(method.name), job, [&] { return makeTitles(method, job); });
}

CallTitle delegateTitle(const session::MethodView& method, std::int64_t delegate, const JobContext& job) {
    const auto titles =
        method.session.store().get<DelegateTitles>(std::string(method.name), job, [&] { return makeDelegateTitles(method, job); });
    const bool known = titles && delegate >= 0 && static_cast<std::size_t>(delegate) < (*titles)->size();
    return known ? (**titles)[static_cast<std::size_t>(delegate)] : CallTitle{"delegate", delegate, {}};
}

std::shared_ptr<const NodeTitles> nodeTitles(const session::MethodView& method, const StageId& stage, const JobContext& job) {
    const bool program = stage.is(StageId::Kind::Program);
    if (!program && !stage.is(StageId::Kind::Edge)) return nullptr;
    const auto calls = callTitles(method, job);
    const auto links = join::links(method, job);
    if (!calls || !links) return nullptr;
    auto titles = std::make_shared<NodeTitles>();
    const auto add = [&](NodeId node, const CallTitle& title) {
        titles->emplace(node, title.work.what.empty() ? title.name() : title.name() + " · " + title.work.what);
    };
    if (program) {
        for (const auto& [instruction, title] : **calls)
            if (const graph::NodeRef node = (*links)->nodeOf(instruction); node.node.valid()) add(node.node, title);
        return titles;
    }
    const auto model = method.graph(stage, job);
    if (!model || (*model)->delegates().empty()) return nullptr;
    const std::vector<NodeId> nodes = callsIn(**model);
    // Calls are lowered one by one, in their order.
    const bool paired = nodes.size() == (*calls)->size();
    auto next = (*calls)->begin();
    for (const NodeId node : nodes) {
        const std::vector<std::int64_t> told = (*links)->of({stage, node}).instructions;
        const auto call = told.size() == 1 ? (*calls)->find(told.front()) : paired ? next : (*calls)->end();
        if (call != (*calls)->end()) add(node, call->second);
        if (paired) ++next;
    }
    return titles;
}

std::shared_ptr<const modules::Bundles> callBundles(const session::MethodView& method, const StageId& stage,
                                                    const JobContext& job) {
    const bool edge = stage.is(StageId::Kind::Edge);
    if (!edge && !stage.is(StageId::Kind::Exported)) return nullptr;
    const auto kept = method.session.store().get<modules::Bundles>(
        session::storeKey(method.name, stage.text()), job,
        [&]() -> Result<std::shared_ptr<const modules::Bundles>> { return makeBundles(method, stage, job); });
    return kept && !(*kept)->names.empty() ? *kept : nullptr;
}

}  // namespace etscope::join
