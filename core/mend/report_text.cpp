// report.md: what is wrong, what makes it right, the lines, what was tried.
#include "mend/answer.h"

namespace etscope::mend {
namespace {

/// In a cell of a table of Markdown.
std::string cell(std::string text) {
    std::string safe;
    for (const char c : text)
        if (c == '|')
            safe += "\\|";
        else
            safe += c == '\n' ? ' ' : c;
    return safe;
}

std::string ticksText(const std::optional<double>& ticks) {
    return ticks ? std::to_string(static_cast<std::int64_t>(*ticks)) : std::string("–");
}

std::string row(const std::string& title, const std::string& state, const std::optional<Costs>& costs, const std::string& message) {
    if (!costs) return "| " + cell(title) + " | " + state + " | – | – | – | – | " + cell(message) + " |\n";
    return "| " + cell(title) + " | " + state + " | " + std::to_string(costs->bytes) + " | " + std::to_string(costs->kernels) +
           " | " + std::to_string(costs->delegateCalls) + " | " + ticksText(costs->p50) + " | " + cell(message) + " |\n";
}

std::string trialsTable(const Answer& answer) {
    std::string text =
        "| what | state | bytes | kernels outside delegates | delegate calls | ticks of a run (p50) | what is wrong |\n"
        "|---|---|---|---|---|---|---|\n";
    for (const Trial& one : answer.trials)
        text += row(one.title().text(), std::string(trialStateName(one.state)), one.ran() ? std::optional(one.costs) : std::nullopt,
                    one.message);
    return text;
}

}  // namespace

std::string reportText(const Answer& answer) {
    std::string text = "# " + answer.summary.text() + "\n\n";
    if (!answer.advice.empty()) text += answer.advice.text() + "\n\n";
    if (!answer.faults.empty()) {
        text += "## What is wrong\n\n";
        for (const Fault& fault : answer.faults)
            text += "- " + fault.address + ", " + std::string(causes::causeName(fault.culprit.cause)) + ": " +
                    cell(fault.culprit.sentence.text()) + "\n";
        text += "\n";
    }
    if (const Trial* best = answer.best(); best != nullptr && !best->patch.empty())
        text += "## The lines\n\nThis file was run as it stands (`export_patch.py`):\n\n```python\n" + best->patch + "```\n\n";
    if (!answer.trials.empty()) {
        text += "## What was tried\n\ntorch " + answer.versions.torch + ", executorch " + answer.versions.executorch + ", " +
                std::to_string(answer.cases) + " cases, " + std::to_string(answer.expected) +
                " of them with outputs that they should give. `right`: all outputs and all calls are right.\n\n" +
                trialsTable(answer);
    }
    if (answer.left > 0)
        text += "\n" + std::to_string(answer.left) +
                " were not tried: " + (answer.cancelled ? "it was cancelled" : "the time was over") + ".\n";
    for (const Sentence& note : answer.notes) text += "\n- " + note.text();
    return text + "\n";
}

}  // namespace etscope::mend
