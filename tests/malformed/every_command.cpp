#include "malformed/every_command.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/limits.h"
#include "cli/commands.h"
#include "compare/logged_tensors.h"
#include "inventory/tensor_rows.h"
#include "support/temp_dir.h"

namespace etscope::test {
namespace {

using SessionPtr = std::shared_ptr<const session::Session>;
using Words = std::vector<std::string>;

/// Words that stand for what only the session tells.
constexpr const char *kTensor = "@tensor", *kPart = "@part", *kMethod = "@method", *kStage = "@stage", *kOther = "@other",
                     *kOut = "@out", *kPlace = "@place";

/// Values of an option, by its name; those that no row knows are trouble. Options of opening are not of a command.
const std::map<std::string, Words>& valuesOfOptions() {
    static const std::map<std::string, Words> values{
        {"FILE", {"@file"}},
        {"LEFT", {"@file"}},
        {"against-member", {"model", "x"}},
        {"RIGHT", {kOther}},
        {"NAME", {kTensor}},
        {"WHAT", {kPart}},
        {"output", {std::string(kOut) + "file"}},
        {"method", {kMethod}},
        {"stage", {kStage}},
        {"role", {"parameter", "intermediate"}},
        {"case", {"0"}},
        {"index", {"0"}},
        {"depth", {"1"}},
        {"check", {"chunks"}},
        {"select", {"add", "op:~.*"}},
        {"slice", {"0", ":,0"}},
        {"export", {"file.npy", "file.npz", "file.safetensors", "file.csv", "file.bin", "folder"}},
        {"model-explorer", {std::string(kOut) + "file"}},
        {"svg", {std::string(kOut) + "file"}},
        {"junit", {std::string(kOut) + "file"}},
        {"trace", {std::string(kOut) + "file"}},
        {"reference", {kOther}},
        {"reference-values", {kOther}},
        {"reference-run", {"0"}},
        {"node", {"add", "x"}},
        {"run", {"0"}},
        {"rtol", {"0"}},
        {"atol", {"1"}},
        {"against", {kOther}},
        {"budget", {kOther, ETSCOPE_SOURCE_DIR "/tests/fixtures/budgets.toml"}},
        {"sarif", {std::string(kOut) + "file"}},
        {"write-budget", {std::string(kOut) + "file"}},
        {"registered", {"@file", kOther, ETSCOPE_SOURCE_DIR "/tests/fuzz/corpus/kernels/table.yaml"}},
        {"write", {std::string(kOut) + "file"}},
        {"worst", {"100"}},
        {"position", {"0", "18446744073709551615"}},
        {"token", {"0", "18446744073709551615"}},
        {"TOPIC", {"quantisation"}},
        {"schemes", {"int8,f16"}},
        {"advise --budget", {"1KB"}},
        {"history --order", {"started", "given"}},
        {"history --export", {"v([0-9]+)"}},
        {"max-kl", {"0.01"}},
        {"viewer", {"etscope.html", "javascript:x"}},
        {"keep", {"float:x*"}},
        {"set", {"x*=int8"}},
        {"cases", {"2"}},
        {"sets", {"4"}},
        {"jobs", {"1"}},
        {"top", {"1"}},
        {"pair-nodes", {"forward/edge/add=x"}},
        {"metric", {"cosine", "snr_db", "kl"}},
        {"per-channel", {"0", "-1"}},
        {"image", {std::string(kOut) + "file"}},
        {"pixels", {"clip", "range", "0.5/0.5"}},
        {"channel", {"0", "7"}},
        {"picture", {"0", "7"}},
        {"output-tolerance", {"forward:0=0.1,0.1"}},
        {"ticks-per-second", {"1000"}},
        {"of", {kMethod, kPlace, "runs/0", "runs/0/1", "tensors/x", "named-data/x", "data/x", "regions/a@0", "x"}},
        {"offset", {"0", "17", "18446744073709551615"}},
        {"length", {"0", "33"}},
        {"inputs", {kOther, "example", "case:0"}},
        {"expected", {kOther}},
        {"suppress", {kOther}},
        {"from", {kOther}},
        {"from-record", {kOther}},
        {"from-run", {kOther}},
        {"replace", {"forward:0"}},
        {"python", {"/bin/false"}},  // nothing is executed here
        {"sizes", {"s0=1"}},
        {"values", {"none", "outputs"}},
        {"repeat", {"2"}},
        {"modules", {"fresh"}},
        {"time", {"1"}},
        {"memory", {"1"}},
        {"adb-program", {"/bin/false"}},
        {"drop", {"forward:0", "weights,sources,inputs,names"}},
        {"CHANGE", {"get_max_seq_len=1", "x:int=1"}},
        {"repro", {kPlace, "forward/edge/add"}},
    };
    return values;
}
constexpr const char* kOfOpening[] = {"help", "debug-buffer", "run-method", "pair", "limits", "npy", "member"};
constexpr const char* kOtherTargets[] = {"adb", "runner"};  // of `run`, in the place of --python
constexpr const char* kTables[] = {"csv", "tsv"};

template <class Names>
bool contains(const Names& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// A command line, parsed. Words that stand for what the session tells are still in it.
struct Line {
    std::string text;
    Forms form = Forms::Json;
    cli::Options options;
};

std::string nameOf(const CLI::Option& option) {
    if (!option.get_lnames().empty()) return option.get_lnames().front();
    return option.get_snames().empty() ? option.get_name(true) : option.get_snames().front();
}
bool isFlag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

/// The lines of one command, made from its options.
class LinesOfCommand {
public:
    explicit LinesOfCommand(std::string name) : m_name(std::move(name)) {
        cli::Options unused;
        const auto parser = cli::makeParser(unused);
        const CLI::App* command = parser->get_subcommand(m_name);
        sort(*command, {});
        for (const CLI::App* group : command->get_subcommands([](const CLI::App*) { return true; })) sort(*group, group);
    }

    std::vector<Line> make() const {
        std::vector<Line> lines;
        for (const Words& base : bases()) {
            lines.push_back(line(Forms::Text, base));
            lines.push_back(m_json ? line(Forms::Json, with(base, {"--json"})) : line(Forms::Json, base));
            for (const std::string& table : m_tables) lines.push_back(line(Forms::Tables, with(base, {"--" + table})));
            for (const Words& more : m_further) lines.push_back(line(Forms::Options, with(base, more)));
        }
        return lines;
    }

private:
    static Words with(Words words, const Words& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    void sort(const CLI::App& app, const CLI::App* group) {
        for (const CLI::Option* option : app.get_options()) {
            const std::string name = nameOf(*option);
            if (contains(kOfOpening, name) || contains(kOtherTargets, name) || !m_seen.insert(name).second) continue;
            if (name == "json") {
                m_json = true;
            } else if (contains(kTables, name)) {
                m_tables.push_back(name);
            } else {
                const std::vector<Words> forms = formsOf(*option, name);
                if (option->get_required() || option->get_name() == "WHAT" || option->get_name() == "RIGHT" || name == "python")
                    m_required.push_back(forms.front());  // WHAT: or --repro; RIGHT: or --against-member
                // One option of a group is required: each stands for the group in turn.
                else if (auto& into = group != nullptr && group->get_require_option_min() > 0 ? m_alternatives : m_further; true)
                    into.insert(into.end(), forms.begin(), forms.end());
            }
        }
    }

    std::vector<Words> formsOf(const CLI::Option& option, const std::string& name) const {
        const std::string dashed = (option.get_lnames().empty() ? "-" : "--") + name;
        if (isFlag(option)) return {{dashed}};
        const auto own = valuesOfOptions().find(m_name + " " + dashed);
        const auto values = own != valuesOfOptions().end() ? own : valuesOfOptions().find(name);
        if (values == valuesOfOptions().end()) return {{"--no-value-is-known-of-" + name}};
        std::vector<Words> forms;
        for (const std::string& value : values->second)
            forms.push_back(option.get_positional() ? Words{value} : Words{dashed, value});
        return forms;
    }

    std::vector<Words> bases() const {
        Words base;
        for (const Words& words : m_required) base = with(base, words);
        if (m_alternatives.empty()) return {base};
        std::vector<Words> all;
        for (const Words& alternative : m_alternatives) all.push_back(with(base, alternative));
        return all;
    }

    Line line(Forms form, const Words& words) const {
        Line made{m_name, form, {}};
        for (const std::string& word : words) made.text += " " + word;
        const auto parser = cli::makeParser(made.options);
        Words reversed(words.rbegin(), words.rend());
        reversed.push_back(m_name);
        try {
            parser->parse(reversed);
        } catch (const CLI::ParseError& error) {
            made.text += ": " + std::string(error.what());
            made.options.command.clear();
        }
        return made;
    }

    std::string m_name;
    bool m_json = false;
    std::set<std::string> m_seen;
    std::vector<std::string> m_tables;
    std::vector<Words> m_required, m_alternatives, m_further;
};

const std::vector<Line>& allLines() {
    static const std::vector<Line> lines = [] {
        std::vector<Line> made;
        for (const std::string& name : cli::commandNames())
            for (Line& line : LinesOfCommand(name).make()) made.push_back(std::move(line));
        return made;
    }();
    return lines;
}

/// What is written while it lives, instead of on the standard streams.
class Captured {
public:
    Captured() : m_out(std::cout.rdbuf(out.rdbuf())), m_err(std::cerr.rdbuf(err.rdbuf())) {}
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;
    ~Captured() {
        std::cout.rdbuf(m_out);
        std::cerr.rdbuf(m_err);
    }
    std::ostringstream out, err;

private:
    std::streambuf *m_out, *m_err;
};

class Runner {
public:
    Runner(SessionPtr session, const std::string& other) : m_session(std::move(session)), m_other(other) {
        const session::SessionFile& file = m_session->files().front();
        m_parts = {"program", "segment:0", "delegate:0", "nested:0", "no such part"};
        if (file.zip != nullptr)
            for (const ZipEntry& entry : file.zip->entries()) add(m_parts, entry.name);
        if (file.program != nullptr)
            for (const program::NamedData& entry : file.program->namedData()) add(m_parts, "named:" + entry.key);
        if (const auto rows = compare::tensors(*m_session, {}))
            for (const inventory::TensorRow& row : **rows) add(m_tensors, row.name);
        if (m_tensors.empty()) m_tensors.emplace_back("no such tensor");
    }

    void run(const Line& line) {
        if (line.options.command.empty()) return trouble(line, "is not understood");
        const Words* each = line.options.target == kTensor ? &m_tensors : line.options.target == kPart ? &m_parts : nullptr;
        if (each == nullptr) return runOne(line, line.options);
        for (const std::string& target : *each) {
            cli::Options options = line.options;
            options.target = target;
            runOne(line, options);
        }
    }

    CommandResults results;

private:
    static constexpr std::size_t kMostTargets = 12;
    static void add(Words& names, const std::string& name) {
        if (names.size() < kMostTargets && !contains(names, name)) names.push_back(name);
    }

    void runOne(const Line& line, cli::Options options) {
        fill(options);
        Captured captured;
        const int status = cli::runOn(options, m_session, {});
        ++results.lines;
        const std::string out = captured.out.str(), err = captured.err.str();
        static const std::set<std::string> kMayNotKnow{"verdict", "consistency", "conversation", "mend", "shrink"};
        const bool answer = status == cli::kUnknown && kMayNotKnow.contains(options.command);
        if (status < cli::kDone || (status > cli::kUnreadable && !answer)) trouble(line, "ends with " + std::to_string(status));
        if (status >= cli::kUsage && !answer && err.empty()) trouble(line, "fails without a word");
        for (const std::string& text : {out, err})
            if (std::ranges::any_of(text, [](char c) { return c != '\n' && c != '\t' && c != '\r' && c >= 0 && c < 0x20; }))
                trouble(line, "prints a control character");
        if (options.json && status <= cli::kFailed) checkJson(line, out);
        takeCodes(err);
    }

    /// The words that stand for something become what they stand for.
    void fill(cli::Options& options) const {
        const auto& methods = m_session->methods();
        const std::string method = methods.empty() ? "forward" : methods.back().name;
        const std::string stage = methods.empty() || methods.back().stages.empty() ? "edge" : methods.back().stages.back().text();
        const std::string out = m_folder.path("");
        const std::map<std::string, std::string> meaning{{kMethod, method},
                                                         {kStage, stage},
                                                         {kOther, m_other},
                                                         {std::string(kOut) + "file", out + "file"},
                                                         {kPlace, method + '/' + stage + "/0/0"}};
        const auto mean = [&](std::string& text) {
            if (const auto found = meaning.find(text); found != meaning.end()) text = found->second;
        };
        for (std::string* text :
             {&options.target, &options.method, &options.stage, &options.output, &options.svg, &options.trace,
              &options.modelExplorer, &options.junit, &options.image, &options.suppress, &options.from, &options.fromRecord,
              &options.fromRun, &options.referenceValues, &options.of, &options.sarif, &options.writeBudget, &options.writeList})
            mean(*text);
        for (auto* list : {&options.references, &options.inputs, &options.expected, &options.against, &options.methods})
            std::ranges::for_each(*list, mean);
        mean(options.repro);
        if (!options.repro.empty()) {  // a folder that is not there yet
            options.output = out + "pack";
            std::filesystem::remove_all(options.output);
        }
        if (!options.exportTo.empty()) options.exportTo = out + options.exportTo;
    }

    void checkJson(const Line& line, const std::string& text) {
        try {
            const auto document = nlohmann::json::parse(text);
            if (!document.contains("schema") || !document.contains("diagnostics")) trouble(line, "prints no document");
        } catch (const std::exception& error) {
            trouble(line, std::string("prints no JSON: ") + error.what());
        }
    }

    /// "…: message [code]", a line each.
    void takeCodes(const std::string& err) {
        std::istringstream lines(err);
        for (std::string text; std::getline(lines, text);) {
            const auto open = text.rfind('[');
            if (text.ends_with(']') && open != std::string::npos)
                results.codes.insert(text.substr(open + 1, text.size() - open - 2));
        }
    }

    void trouble(const Line& line, const std::string& what) { results.trouble += "`" + line.text + "` " + what + "; "; }

    SessionPtr m_session;
    std::string m_other;
    Words m_tensors, m_parts;
    TempDir m_folder = TempDir::inMemory();
};

/// Fewer elements than by default are visited, and less is computed: a part of a tensor that claims 2^60 elements costs minutes,
/// which is the user's to ask.
class FewElements {
public:
    FewElements() {
        limits::settable().elements = std::uint64_t{1} << 24U;
        limits::settable().evaluatedBytes = std::uint64_t{1} << 26U;
        limits::settable().operations = std::uint64_t{1} << 28U;
    }
    FewElements(const FewElements&) = delete;
    FewElements& operator=(const FewElements&) = delete;
    ~FewElements() { limits::settable() = m_before; }

private:
    limits::Settable m_before = limits::settable();
};

}  // namespace

CommandResults runEveryCommand(const SessionPtr& session, const std::string& other, Forms forms) {
    const FewElements few;
    Runner runner(session, other);
    for (const Line& line : allLines())
        if (line.form == forms) runner.run(line);
    return std::move(runner.results);
}

}  // namespace etscope::test
