#include "shrink/result_files.h"

#include <filesystem>
#include <fstream>

#include "base/name_text.h"
#include "base/number_text.h"
#include "io/output_file.h"
#include "lowering/resources.h"
#include "shrink/code_text.h"

namespace etscope::shrink {
namespace {

namespace fs = std::filesystem;

struct File {
    const char *from, *to;
};
constexpr File kFiles[] = {{"model.py", "model.py"},
                           {"values.npz", "values.npz"},
                           {"expected.npz", "expected.npz"},
                           {"model.pte", "repro.pte"},
                           {"model.etrecord", "repro.etrecord"}};

Result<void> writeText(const std::string& path, std::string_view text, const JobContext& job) {
    return writeFile(path, std::as_bytes(std::span(text)), job);
}

std::string textOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The largest difference that rounding explains, where etscope knows it; "None" leaves it to the type.
std::string limitText(const Trial& trial) {
    const auto& judged = trial.judgement;
    if (!judged || judged->units <= 0 || !(judged->units < 1e30) || judged->limit <= 0) return "None";
    // Where no element alone is too far off, all of them are: twice what rounding usually does.
    if (judged->units <= judged->limit && judged->spread > 2) return numberText(2 * judged->maxAbs / judged->spread);
    return numberText(judged->maxAbs / judged->units * judged->limit);
}

std::string script(const Trial& trial) {
    std::string text(lowering::resource("export_and_run.py"));
    constexpr std::string_view kLine = "LIMIT = None";
    if (const auto at = text.find(kLine); at != std::string::npos) text.replace(at, kLine.size(), "LIMIT = " + limitText(trial));
    return text;
}

Smallest described(const Found& found) {
    Smallest smallest;
    const graph::GraphModel& model = *found.sketch.graph;
    for (const graph::NodeId node : found.sketch.nodes) {
        smallest.operators.push_back(operatorName(model, node));
        smallest.nodes.push_back(model.nodePath(node));
    }
    for (const Feed& feed : found.sketch.feeds)
        if (feed.kind == FeedKind::Input) smallest.inputs.push_back(feed.name + " " + typeText(feed.array));
    smallest.inputBytes = found.sketch.inputBytes();
    smallest.constantBytes = found.sketch.constantBytes();
    smallest.sentence = found.trial.message;
    return smallest;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
    return text;
}

/// A cell of a table of Markdown.
std::string cell(std::string text) {
    for (char& c : text)
        if (c == '|' || c == '\n') c = ' ';
    return text;
}

std::string stepsTable(const std::vector<Step>& steps) {
    std::string text = "| tried | operators | inputs | weights | result | s |\n|---|---|---|---|---|---|\n";
    for (const Step& step : steps)
        text += "| " + std::string(phaseName(step.phase)) + ": " + cell(step.what) + " | " + std::to_string(step.operators) +
                " | " + std::to_string(step.inputBytes) + " B | " + std::to_string(step.constantBytes) + " B | " +
                std::string(trialStateName(step.state)) + (step.state == TrialState::NotBuilt ? ": " + cell(step.message) : "") +
                " | " + printed("%.1f", step.seconds) + " |\n";
    return text;
}

std::string titleOf(const Answer& answer) {
    if (!answer.smallest) return answer.sentence.text();
    return joined(answer.smallest->operators, " + ") + (answer.smallest->operators.size() == 1 ? " gives" : " give") +
           " a wrong result";
}

}  // namespace

std::string headOf(const Answer& answer, const std::string& version) {
    std::string text = "Cut out of the method '" + validName(answer.method) + "' by etscope " + version + ", because\n";
    text += answer.culprit ? answer.culprit->sentence.text() : std::string("its outputs are wrong");
    return text + ".\n";
}

Result<void> writeSmallest(const Found& found, const std::string& folder, lowering::Driver& driver, Answer& answer,
                           const JobContext& job) {
    for (const File& file : kFiles) {
        std::error_code error;
        const std::string from = found.trial.folder + "/" + file.from;
        if (!fs::exists(from, error)) continue;
        fs::copy_file(from, folder + "/" + file.to, fs::copy_options::overwrite_existing, error);
        if (error) return fail("write-failed", error.message(), folder + "/" + file.to);
        answer.files.emplace_back(file.to);
    }
    if (auto written = writeText(folder + "/export_and_run.py", script(found.trial), job); !written) return written;
    answer.files.emplace_back("export_and_run.py");
    answer.smallest = described(found);
    const auto ran = driver.ask({{"do", "script"}, {"folder", folder}, {"name", "export_and_run.py"}}, {}, job);
    if (!ran) return ran.failure();
    answer.smallest->proven = ran->done() && ran->facts.value("status", -1) == 1;
    answer.smallest->printed = ran->said;
    return {};
}

Result<void> writeReport(const std::string& folder, const Answer& answer, const std::string& version, const JobContext& job) {
    std::string text = "# " + titleOf(answer) + "\n\n";
    text += answer.sentence.text() + ".\n\n";
    if (answer.culprit) text += "In the whole program: " + answer.culprit->sentence.text() + ".\n\n";
    if (answer.smallest) {
        text += "## What happens\n\n" + answer.smallest->sentence + ".\n\n";
        text +=
            "`python export_and_run.py` exports the model below, runs it and compares with what PyTorch computes; exit status 1 "
            "while the bug is there, 0 when it is gone:\n\n```\n" +
            answer.smallest->printed + "```\n\n";
        text += "## The model\n\n```python\n" + textOf(folder + "/model.py") + "```\n\n";
        text += "Inputs: " + joined(answer.smallest->inputs, ", ") + " (" + std::to_string(answer.smallest->inputBytes) +
                " bytes).\n\n";
    }
    text += "## Versions\n\n| | |\n|---|---|\n| executorch | " + answer.versions.executorch + " |\n| torch | " +
            answer.versions.torch + " |\n| Python | " + answer.versions.python + " |\n| etscope | " + version + " |\n\n";
    text += "## What was tried\n\n" + stepsTable(answer.steps);
    return writeText(folder + "/report.md", text, job);
}

}  // namespace etscope::shrink
