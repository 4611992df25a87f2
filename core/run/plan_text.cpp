#include "run/plan_text.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "tensor/export.h"

namespace etscope::run {
namespace {

using runrecord::CallInput;
using runrecord::Pass;

template <class Number>
std::string listText(const std::vector<Number>& numbers) {
    std::string text;
    for (const Number number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text.empty() ? "-" : text;
}

std::string inputLine(const CallInput& input, const std::vector<std::uint8_t>& order) {
    switch (input.kind) {
        case CallInput::Kind::Bool: return std::string("bool ") + (input.boolean ? "1" : "0");
        case CallInput::Kind::Int: return "int " + std::to_string(input.integer);
        case CallInput::Kind::Double: {
            char text[64];
            std::snprintf(text, sizeof text, "%a", input.number);
            return std::string("float ") + text;
        }
        case CallInput::Kind::Tensor:
            return "tensor " + input.type + " " + listText(input.shape) + " " + listText(order) + " " + wordOf(input.file, true);
        default: return "none";
    }
}

/// How many modules of the same pass there are: the only one has a plain name.
std::string numberOf(const RunPlan& plan, std::size_t module) {
    std::size_t same = 0, before = 0;
    for (std::size_t m = 0; m < plan.modules.size(); ++m)
        if (plan.modules[m].pass == plan.modules[module].pass) ++same, before += m < module ? 1 : 0;
    if (same == 1) return {};
    const std::string number = std::to_string(before), last = std::to_string(same - 1);
    return "-" + std::string(last.size() - number.size(), '0') + number;
}

std::set<std::string> kernelsOf(const RunPlan& plan) {
    std::set<std::string> names;
    Diagnostics ignored;
    const auto program = program::Program::open(plan.program, ignored);
    for (const runrecord::MethodFacts& method : plan.methods)
        if (const auto* one = program ? (*program)->plan(method.name) : nullptr)
            for (const program::Operator& op : one->operators) names.insert(op.fullName());
    return names;
}

}  // namespace

std::string wordOf(std::string_view text, bool slashes) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string word;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
                           c == '-' || (slashes && c == '/');
        const auto byte = static_cast<unsigned char>(c);
        if (plain)
            word += c;
        else
            word += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
    }
    return word;
}

std::string inputFile(const PlannedCall& call, std::size_t number, std::size_t input) {
    return "inputs/" + wordOf(call.facts.method) + "-" + std::to_string(number) + "-" + std::to_string(input) + ".npy";
}

std::string dumpFile(const RunPlan& plan, std::size_t module) {
    switch (plan.modules[module].pass) {
        case Pass::Values: return "run" + numberOf(plan, module) + ".etdp";
        case Pass::Times: return "times" + numberOf(plan, module) + ".etdp";
        default: return {};
    }
}

std::string bufferFile(const RunPlan& plan, std::size_t module) {
    return plan.modules[module].pass == Pass::Values ? "run" + numberOf(plan, module) + ".dbg" : std::string();
}

std::string planText(const RunPlan& plan, const std::string& program, const std::vector<std::string>& data) {
    std::string text = "etscope-plan 1\nprogram " + wordOf(program, true) + "\n";
    for (const std::string& file : data) text += "data " + wordOf(file, true) + "\n";
    for (const std::string& name : kernelsOf(plan)) text += "kernel " + wordOf(name) + "\n";
    for (std::size_t c = 0; c < plan.calls.size(); ++c) {
        const PlannedCall& call = plan.calls[c];
        text += "call " + std::to_string(c) + " " + wordOf(call.facts.method) + "\n";
        for (std::size_t i = 0; i < call.facts.inputs.size(); ++i) {
            const auto fed = call.fed.find(i);
            text +=
                (fed == call.fed.end() ? inputLine(call.facts.inputs[i], call.dimOrders[i])
                                       : "output " + std::to_string(fed->second.call) + " " + std::to_string(fed->second.output)) +
                "\n";
        }
    }
    for (std::size_t m = 0; m < plan.modules.size(); ++m) {
        const std::string dump = dumpFile(plan, m), buffer = bufferFile(plan, m);
        text += "module " + std::string(runrecord::passName(plan.modules[m].pass)) + " " + (dump.empty() ? "-" : dump) + " " +
                (buffer.empty() ? "-" : buffer) + " " + std::to_string(plan.modules[m].bufferBytes) +
                (plan.modules[m].sharesMemory ? " shared" : "") + "\n";
        for (const std::size_t call : plan.modules[m].calls) text += "do " + std::to_string(call) + "\n";
    }
    return text;
}

Result<void> writeInputs(RunPlan& plan, const std::string& folder, const JobContext& job) {
    std::error_code error;
    std::filesystem::create_directory(folder + "/inputs", error);
    if (error) return fail("write-failed", "cannot be written: " + error.message(), "inputs");
    for (std::size_t c = 0; c < plan.calls.size(); ++c) {
        PlannedCall& call = plan.calls[c];
        call.facts.inputs.clear();
        for (std::size_t i = 0; i < call.values.size(); ++i) {
            if (job.cancelled()) return cancelledFailure();
            CallInput& input = call.facts.inputs.emplace_back();
            const tensor::Value& value = call.values[i];
            if (const auto* tensor = std::get_if<tensor::Tensor>(&value)) {
                input.kind = CallInput::Kind::Tensor;
                input.type = scalarTypeName(call.types[i]);
                input.shape = tensor->shape;
                input.file = inputFile(call, c, i);
                auto written = tensor::exportTensor(*tensor, {}, folder + "/" + input.file, tensor::ExportFormat::Npy, job);
                if (!written) return written;
            } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
                input.kind = CallInput::Kind::Int;
                input.integer = *integer;
            } else if (const auto* boolean = std::get_if<bool>(&value)) {
                input.kind = CallInput::Kind::Bool;
                input.boolean = *boolean;
            } else if (const auto* number = std::get_if<double>(&value)) {
                input.kind = CallInput::Kind::Double;
                input.number = *number;
            }
        }
    }
    return {};
}

}  // namespace etscope::run
