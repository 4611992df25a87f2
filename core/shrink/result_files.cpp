#include "shrink/result_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/name_text.h"
#include "io/output_file.h"
#include "lowering/resources.h"
#include "shrink/bodies.h"
#include "shrink/code_text.h"
#include "shrink/report_text.h"

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
    std::ifstream file(std::filesystem::path(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The largest difference that rounding explains, where etscope knows it; "None" leaves it to the type.
std::string limitText(const Trial& trial) {
    const auto& judged = trial.judgement;
    if (!judged || judged->units <= 0 || !(judged->units < 1e30) || judged->limit <= 0) return "None";
    const double unit = judged->maxAbs / judged->units;
    double limit = unit * judged->limit;
    if (judged->units <= judged->limit && judged->normal > 0) limit = unit * judged->normal;
    // Where no element alone is too far off, all of them are: twice what rounding usually does.
    if (judged->units <= judged->limit && judged->spread > 2) limit = std::min(limit, 2 * judged->maxAbs / judged->spread);
    // What PyTorch computes is rounded, too: a value at the very limit is on neither side.
    return numberText(std::min(limit, judged->maxAbs * 0.75));
}

std::string script(const Trial& trial) {
    std::string text(lowering::resource("export_and_run.py"));
    const auto set = [&](std::string_view line, const std::string& by) {
        if (const auto at = text.find(line); at != std::string::npos) text.replace(at, line.size(), by);
    };
    set("LIMIT = None", "LIMIT = " + limitText(trial));
    if (trial.stopped) set("STOPS = False", "STOPS = True");
    return text;
}

struct Ran {
    int status = -1;
    std::string said;
};

/// A script of the folder, executed by the driver; of one that did not come to its end the status is -1.
Result<Ran> ranScript(const std::string& folder, const std::string& name, lowering::Driver& driver, const JobContext& job) {
    auto ran = driver.ask({{"do", "script"}, {"folder", folder}, {"name", name}}, {}, job);
    if (!ran) return ran.failure();
    return Ran{ran->done() ? ran->facts.value("status", -1) : -1, withoutNoise(ran->said)};
}

Smallest described(const Found& found) {
    Smallest smallest;
    const graph::GraphModel& model = *found.sketch.graph;
    const auto computing = found.sketch.computing();
    for (const graph::NodeId node : computing) {
        smallest.operators.push_back(operatorName(model, node));
        smallest.nodes.push_back(model.nodePath(node));
    }
    for (const graph::NodeId node : found.sketch.nodes)
        if (std::ranges::find(computing, node) == computing.end() && !found.sketch.passed.contains(node))
            smallest.quantisers.push_back(operatorName(model, node));
    for (const graph::NodeId node : nodesOfBodies(found.sketch)) smallest.inBodies.push_back(operatorName(model, node));
    for (const Feed& feed : found.sketch.feeds)
        if (feed.kind == FeedKind::Input) smallest.inputs.push_back(feed.name + " " + typeText(feed.array));
    smallest.inputBytes = found.sketch.inputBytes();
    smallest.constantBytes = found.sketch.constantBytes();
    const auto& culprit = found.trial.culprit;
    smallest.sentence = culprit ? culprit->sentence : Sentence(found.trial.message);
    smallest.backends = found.sketch.backends;
    return smallest;
}

}  // namespace

std::string headOf(const Answer& answer, const std::string& version) {
    return "Cut out of the method '" + validName(answer.method) + "' by etscope " + version + ", where " +
           (answer.culprit ? answer.culprit->sentence.text() : std::string("outputs are wrong")) + ".\n";
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
    answer.smallest->hasValues = std::ranges::find(answer.files, "values.npz") != answer.files.end();
    auto ran = ranScript(folder, "export_and_run.py", driver, job);
    if (!ran) return ran.failure();
    answer.smallest->proven = ran->status == 1;
    answer.smallest->printed = std::move(ran->said);
    // The program of the report, which is no file of the folder.
    answer.smallest->program = issueProgram(textOf(folder + "/model.py"));
    const std::string file = folder + "/.issue.py";
    if (auto written = writeText(file, answer.smallest->program, job); !written) return written;
    ran = ranScript(folder, ".issue.py", driver, job);
    std::error_code error;
    fs::remove(file, error);
    if (!ran) return ran.failure();
    if (ran->status == 0) answer.smallest->said = std::move(ran->said);
    return {};
}

Result<void> writeReport(const std::string& folder, const Answer& answer, const std::string& version, const JobContext& job) {
    return writeText(folder + "/report.md", reportText(answer, version), job);
}

}  // namespace etscope::shrink
