#include "shrink/report_text.h"

#include <algorithm>

#include "base/number_text.h"

namespace etscope::shrink {
namespace {

constexpr std::size_t kLongestCell = 160, kLongestOutput = 4000;

std::string listed(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
    return text;
}

/// A cell of a table of Markdown.
std::string cell(std::string text) {
    if (text.size() > kLongestCell) text = text.substr(0, kLongestCell) + " …";
    for (char& c : text)
        if (c == '|' || c == '\n') c = ' ';
    return text;
}

/// As a sentence that stands alone.
std::string whole(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text + (text.ends_with('.') ? "" : ".");
}

std::string stepRows(const std::vector<Step>& steps) {
    std::string text = "| tried | operators | inputs | weights | result | s |\n|---|---|---|---|---|---|\n";
    for (const Step& step : steps) {
        std::string state(trialStateName(step.state));
        std::ranges::replace(state, '_', ' ');
        text += "| " + std::string(phaseName(step.phase)) + ": " + cell(step.what) + " | " + std::to_string(step.operators) +
                " | " + std::to_string(step.inputBytes) + " B | " + std::to_string(step.constantBytes) + " B | " + state +
                (step.state == TrialState::NotBuilt ? ": " + cell(step.message) : "") + " | " + printed("%.1f", step.seconds) +
                " |\n";
    }
    return text;
}

std::string titleOf(const Answer& answer) {
    if (!answer.smallest) return whole(answer.sentence.text());
    const Smallest& smallest = *answer.smallest;
    const std::string where = smallest.backends.empty() ? "" : " with " + listed(smallest.backends, ", ");
    const std::string inside = smallest.inBodies.empty() ? "" : " (" + listed(smallest.inBodies, ", ") + " inside)";
    const std::string rounded = smallest.quantisers.empty() ? "" : ", quantised";
    return listed(smallest.operators, " + ") + inside + rounded + where + (smallest.operators.size() == 1 ? " gives" : " give") +
           " a wrong result (ExecuTorch " + answer.versions.executorch + ")";
}

std::string bugText(const Answer& answer) {
    const Smallest& smallest = *answer.smallest;
    std::string text = "## Describe the bug\n\n" + whole(smallest.sentence.text()) + "\n\n";
    if (answer.culprit)
        text += "It was found in the method `" + answer.method + "` of a larger program: " + answer.culprit->sentence.text() +
                ". Below is " + answer.sentence.text() + ".\n\n";
    text += "To reproduce" + std::string(smallest.hasValues ? " (`values.npz` is attached)" : "") + ":\n\n```python\n" +
            smallest.program + "```\n\n";
    if (!smallest.said.empty()) text += "It prints:\n\n```\n" + smallest.said + "```\n\n";
    text += "Inputs: " + listed(smallest.inputs, ", ") + " (" + std::to_string(smallest.inputBytes) + " bytes). " +
            (smallest.proven ? "The same as a check, exit status 1 while the bug is there and 0 when it is gone"
                             : "**The check did not show the bug here**; it ends with 1 where the bug is there") +
            " (`python export_and_run.py`, beside this report):\n\n```\n" + smallest.printed + "```\n\n";
    return text;
}

}  // namespace

std::string issueProgram(std::string_view model) {
    const auto has = [&](std::string_view word) { return model.find(word) != std::string_view::npos; };
    std::string text(model);
    if (text.starts_with("\"\"\""))
        if (const auto end = text.find("\"\"\"\n", 3); end != std::string::npos) text.erase(0, end + 4);
    std::string imports =
        "import torch\nfrom executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower\n"
        "from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer\n";
    if (has("quantized_decomposed")) imports += "import executorch.kernels.quantized  # its kernels\n";
    constexpr std::string_view kImport = "import torch\n";
    if (const auto at = text.find(kImport); at != std::string::npos) text.replace(at, kImport.size(), imports);
    text +=
        "\n\ntorch.set_printoptions(precision=9)\nmodel = Model().eval()\nprogram = torch.export.export(model, inputs(), "
        "strict=False)\n"
        "edge = to_edge_transform_and_lower(\n    program, " +
        std::string(has("def partitioners(") ? "partitioner=partitioners(\"forward\"), " : "") +
        "compile_config=EdgeCompileConfig(_check_ir_validity=False))\n"
        "program_bytes = edge.to_executorch().buffer  # kept: the runtime reads it where it lies\n"
        "runtime = _load_for_executorch_from_buffer(program_bytes)\n";
    const std::string fed = has("def fed(") ? "fed(%)" : "%";
    const auto call = [&](std::string indent, const std::string& inputs) {
        std::string given = fed;
        given.replace(given.find('%'), 1, inputs);
        return indent + "print(\"expected\", model(*" + inputs + "))\n" + indent +
               "print(\"got     \", runtime.run_method(\"forward\", " + given + "))\n";
    };
    if (has("def cases(")) return text + "model = Model().eval()\nfor case in cases():\n" + call("    ", "case");
    return text + call("", "inputs()");
}

std::string withoutNoise(std::string_view printed) {
    std::string text;
    while (!printed.empty() && text.size() < kLongestOutput) {
        const auto end = std::min(printed.find('\n'), printed.size());
        const std::string_view line = printed.substr(0, end);
        const bool isNoise = line.starts_with("[") && line.find(".cpp:") != std::string_view::npos;
        if (!isNoise) text += std::string(line.substr(0, kLongestOutput)) + "\n";
        printed.remove_prefix(std::min(printed.size(), end + 1));
    }
    return text;
}

std::string reportText(const Answer& answer, const std::string& version) {
    std::string text = "# " + titleOf(answer) + "\n\n";
    if (answer.smallest)
        text += bugText(answer);
    else if (answer.culprit)
        text += "In the program: " + whole(answer.culprit->sentence.text()) + "\n\n";
    text += "## Versions\n\n- ExecuTorch " + answer.versions.executorch + "\n- PyTorch " + answer.versions.torch + "\n- Python " +
            answer.versions.python + "\n";
    if (!answer.versions.platform.empty()) text += "- " + answer.versions.platform + "\n";
    return text + "\n<details><summary>What was tried to make it small (etscope " + version + ")</summary>\n\n" +
           stepRows(answer.steps) + "\n</details>\n";
}

}  // namespace etscope::shrink
