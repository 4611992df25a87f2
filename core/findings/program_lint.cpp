#include "findings/program_lint.h"

#include <map>

#include "base/escaped.h"
#include "base/text_hash.h"
#include "inventory/named_data.h"
#include "program/metadata.h"

namespace etscope::findings {
namespace {

using program::ExecutionPlan;

/// What a method does, as bytes: equal ones do the same with the same data. Empty beyond a cap: not judged.
class PlanDigest {
public:
    static std::string of(const ExecutionPlan& plan) {
        PlanDigest digest;
        for (const auto* list : {&plan.inputs, &plan.outputs}) digest.put(*list);
        for (const program::Operator& op : plan.operators) digest.put(op.fullName());
        for (const program::Delegate& delegate : plan.delegates) {
            digest.put(delegate.id);
            digest.put(static_cast<std::int64_t>(delegate.location)), digest.put(std::int64_t{delegate.dataIndex});
            digest.put(static_cast<std::int64_t>(delegate.compileSpecs.size()));
        }
        for (const program::Value& value : plan.values) digest.put(plan, value);
        for (const program::Chain& chain : plan.chains)
            for (const program::Instruction& instruction : chain.instructions) {
                digest.put(static_cast<std::int64_t>(instruction.index()));
                std::visit([&](const auto& one) { digest.put(one); }, instruction);
            }
        return digest.m_bytes.size() > kMost ? std::string() : std::move(digest.m_bytes);
    }

private:
    static constexpr std::size_t kMost = 64ULL << 20;

    void put(std::int64_t number) {
        if (m_bytes.size() <= kMost) m_bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    void put(double number) { m_bytes.append(reinterpret_cast<const char*>(&number), sizeof number); }
    void put(const std::string& text) {
        put(static_cast<std::int64_t>(text.size()));
        if (m_bytes.size() <= kMost) m_bytes += text;
    }
    template <class Item>
    void put(const std::vector<Item>& list) {
        put(static_cast<std::int64_t>(list.size()));
        for (const Item item : list) put(static_cast<std::int64_t>(item));
    }
    void put(const std::vector<double>& list) {
        put(static_cast<std::int64_t>(list.size()));
        for (const double item : list) put(item);
    }
    void put(const program::UnknownInstruction& one) { put(std::int64_t{one.type}); }
    void put(const program::KernelCall& call) { put(std::int64_t{call.operatorIndex}), put(call.arguments); }
    void put(const program::DelegateCall& call) { put(std::int64_t{call.delegateIndex}), put(call.arguments); }
    void put(const program::MoveCall& call) { put(std::int64_t{call.from}), put(std::int64_t{call.to}); }
    void put(const program::JumpFalseCall& call) { put(std::int64_t{call.condition}), put(std::int64_t{call.destination}); }
    void put(const program::FreeCall& call) { put(std::int64_t{call.value}); }

    void put(const program::TensorInfo& tensor) {
        put(static_cast<std::int64_t>(tensor.scalarType)), put(tensor.sizes), put(tensor.dimOrder);
        put(std::int64_t{tensor.dataBufferIndex}), put(static_cast<std::int64_t>(tensor.dynamism));
        put(static_cast<std::int64_t>(tensor.kind())), put(std::string(tensor.name()));
    }
    void put(const ExecutionPlan& plan, const program::Value& value) {
        put(static_cast<std::int64_t>(value.index()));
        if (const auto* tensor = std::get_if<program::TensorValue>(&value); tensor && tensor->index < plan.tensors.size())
            put(plan.tensors[tensor->index]);
        if (const auto* number = std::get_if<std::int64_t>(&value)) put(*number);
        if (const auto* flag = std::get_if<bool>(&value)) put(std::int64_t{*flag ? 1 : 0});
        if (const auto* real = std::get_if<double>(&value)) put(*real);
        if (const auto* text = std::get_if<std::string>(&value)) put(*text);
        if (const auto* list = std::get_if<program::IntList>(&value)) put(list->items);
        if (const auto* list = std::get_if<program::DoubleList>(&value)) put(list->items);
        if (const auto* list = std::get_if<program::BoolList>(&value)) put(list->items);
        if (const auto* list = std::get_if<program::TensorList>(&value)) put(list->items);
        if (const auto* list = std::get_if<program::OptionalTensorList>(&value)) put(list->items);
    }

    std::string m_bytes;
};

void lintTwins(const program::Program& program, std::vector<LintFinding>& findings, const JobContext& job) {
    struct Key {
        std::size_t hash, size;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, std::string> first;
    for (const ExecutionPlan& plan : program.plans()) {
        if (job.cancelled()) return;
        if (plan.damaged || program::isConstantMethod(plan) || plan.instructionCount() == 0) continue;
        const std::string digest = PlanDigest::of(plan);
        if (digest.empty()) continue;
        const auto [at, fresh] = first.try_emplace(Key{textHash(digest), digest.size()}, plan.name);
        if (!fresh)
            tell(findings, "lint-identical-methods", plan.name,
                 Sentence::of("it has the instructions, operators, tensors and constants of %1", at->second));
    }
}

/// Backends that a build of the runtime for the CPU brings of itself.
constexpr std::string_view kStockBackend = "XnnpackBackend";

void lintBackends(const program::Program& program, std::vector<LintFinding>& findings) {
    std::map<std::string, NameList, std::less<>> backends;
    for (const ExecutionPlan& plan : program.plans()) {
        std::map<std::string_view, bool> ofPlan;
        for (const program::Delegate& delegate : plan.delegates)
            if (!delegate.id.empty() && delegate.id != kStockBackend && ofPlan.emplace(delegate.id, true).second)
                backends[delegate.id].add(escaped(plan.name));
    }
    for (const auto& [backend, methods] : backends)
        tell(findings, "lint-backend-library", backend,
             Sentence::of("%1 {1:method needs|methods need} %2: %3; the stock build for the CPU registers %4 only", methods.count(),
                          escaped(backend), methods.text(), kStockBackend));
}

void lintInlineData(const program::Program& program, std::vector<LintFinding>& findings) {
    constexpr std::uint64_t kNoticed = 64ULL << 10;
    std::uint64_t constants = 0, delegates = 0;
    for (const ByteRange& bytes : program.inlineConstants()) constants += bytes.size;
    for (const ByteRange& bytes : program.inlineDelegateData()) delegates += bytes.size;
    if (constants + delegates >= kNoticed)
        tell(findings, "lint-inline-data", "program",
             Sentence::of("the program region holds %1 bytes of constants and %2 bytes of delegates inline: they stay in memory "
                          "with it",
                          constants, delegates));
}

/// External tensors that no file of the session answers, and keys that delegates ask for.
Result<void> lintExternal(const session::Session& session, const program::Program& program, std::vector<LintFinding>& findings,
                          const JobContext& job) {
    const auto users = inventory::keyUsers(session, job);
    if (!users) return users.failure();
    for (const ExecutionPlan& plan : program.plans()) {
        NameList absent, asked;
        for (const program::TensorInfo& tensor : plan.tensors)
            if (tensor.external() && !tensor.name().empty() && !inventory::isAnswered(session, tensor.name()))
                absent.add(escaped(tensor.name()));
        tell(findings, "lint-external-absent", plan.name, absent,
             Sentence::phrase("%1 {1:external tensor is|external tensors are} in no file of this session: %2"));
        for (const auto& [key, list] : *users) {
            const bool byDelegate = std::ranges::any_of(
                list, [&](const inventory::NamedDataUser& user) { return user.delegate && user.method == plan.name; });
            if (byDelegate && !inventory::isAnswered(session, key)) asked.add(escaped(key));
        }
        tell(findings, "lint-external-absent", plan.name, asked,
             Sentence::phrase("%1 {1:key|keys} that delegates ask for {1:is|are} in no file of this session: %2"));
    }
    return {};
}

/// Files beside the program that delegates name and the session does not have.
Result<void> lintSidecars(const session::Session& session, const program::Program& program, std::vector<LintFinding>& findings,
                          const JobContext& job) {
    for (const ExecutionPlan& plan : program.plans()) {
        NameList absent;
        for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
            const auto decoded = session.delegate(plan.name, i, job);
            if (decoded.cancelled()) return decoded.failure();
            for (const std::string& path : decoded ? (*decoded)->missingBeside : std::vector<std::string>())
                absent.add(escaped(path));
        }
        tell(findings, "lint-sidecar-absent", plan.name, absent,
             Sentence::phrase("%1 {1:model lies|models lie} beside the program and {1:is|are} in no file of this session: %2"));
    }
    return {};
}

}  // namespace

Result<void> lintProgram(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return {};
    const program::Program& program = *file->program;
    for (const ExecutionPlan& plan : program.plans())
        if (auto checked = lintPlan(plan, findings, job); !checked) return checked;
    lintTwins(program, findings, job);
    lintBackends(program, findings);
    lintInlineData(program, findings);
    if (auto checked = lintExternal(session, program, findings, job); !checked) return checked;
    if (auto checked = lintSidecars(session, program, findings, job); !checked) return checked;
    Diagnostics diagnostics;
    if (auto checked = lintConstantValues(program, findings, diagnostics, job); !checked) return checked;
    session.addDiagnostics(diagnostics);
    return {};
}

}  // namespace etscope::findings
