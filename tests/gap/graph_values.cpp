// graph_values REFERENCES FIXTURES [FILTER]: computes the graphs that REFERENCES/index.json lists, wide and declared, and compares
// every value with those of another evaluator. Exit status 1: something differs; 2: cannot be read; 77: does not exist.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/diagnostics.h"
#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "io/zip_index.h"
#include "session/session.h"
#include "stages/computed_graph.h"
#include "tensor/npy.h"

namespace {

using namespace etscope;
using nlohmann::json;

std::string g_root, g_fixtures;

struct GraphValuesTotals {
    std::size_t passed = 0, failed = 0, missing = 0, bitEqual = 0, declared = 0, doubtful = 0;
};

/// What the reducer STATS gives.
constexpr std::size_t kTapStatistics = 13;

using Expected = std::map<std::string, tensor::Tensor>;

Expected readArchive(const std::string& path) {
    Expected values;
    auto source = Source::open(path);
    if (!source) return values;
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics);
    if (!zip) return values;
    for (auto& [name, tensor] : tensor::readNpz(*zip, diagnostics)) values.emplace(name, tensor);
    return values;
}

std::vector<double> doublesOf(const tensor::Tensor& tensor) {
    const auto array = evaluate::borrowed(tensor, std::make_shared<evaluate::Memory>(~std::uint64_t{0} >> 1U));
    return array ? evaluate::doublesOf(*array) : std::vector<double>{};
}

/// ‖got − wanted‖, and ‖wanted‖; infinite where one side is not finite and the other differs.
struct Distance {
    double difference = 0, norm = 0;
    bool equal = true;
    double relative() const { return difference == 0 ? 0 : norm > 0 ? difference / norm : difference; }
};
Distance distanceOf(const std::vector<double>& got, const std::vector<double>& wanted) {
    Distance distance;
    double squares = 0, norm = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double a = got[i], b = wanted[i];
        if (a == b || (std::isnan(a) && std::isnan(b))) {
            norm += std::isfinite(b) ? b * b : 0;
            continue;
        }
        distance.equal = false;
        squares += (a - b) * (a - b);
        norm += b * b;
    }
    distance.difference = std::isnan(squares) ? HUGE_VAL : std::sqrt(squares);
    distance.norm = std::sqrt(norm);
    return distance;
}

struct Row {
    std::string folder, stem, record, method, stage, which, inputs, state;
    std::size_t nearTies = 0;
};

replay::InputChoice choiceOf(const Row& row) {
    replay::InputChoice choice;
    const std::size_t at = row.inputs.rfind("case ");
    if (at != std::string::npos) {
        choice.kind = replay::InputChoice::Kind::Case;
        choice.caseIndex = static_cast<std::size_t>(std::stoul(row.inputs.substr(at + 5)));
    }
    return choice;
}

std::shared_ptr<const session::Session> openSession(const Row& row) {
    const std::filesystem::path folder = std::filesystem::path(g_fixtures) / row.folder;
    std::vector<std::string> files{folder / row.record};
    const std::size_t bundle = row.inputs.find(".bpte");
    if (bundle != std::string::npos) files.push_back(folder / row.inputs.substr(0, bundle + 5));
    auto session = session::Session::open(files, {}, {});
    return session ? *session : nullptr;
}

std::string detail(const json& about, const std::string& name) {
    return about.contains(name) && about[name].contains("target") ? about[name]["target"].get<std::string>() : "";
}

class GraphTest {
public:
    GraphTest(const Row& row, GraphValuesTotals& totals) : m_row(row), m_totals(totals) {
        const std::string base = g_root + "/" + row.folder + "/" + row.stem;
        m_wide = readArchive(base + ".npz");
        m_declared = readArchive(base + ".declared.npz");
        std::ifstream text(base + ".json");
        m_about = json::parse(text, nullptr, false);
    }

    /// Returns the buffers as they are afterwards.
    std::map<std::string, evaluate::Array> run(bool wide, const std::map<std::string, evaluate::Array>& buffers) {
        const auto session = openSession(m_row);
        if (session == nullptr) return failWith("cannot be opened"), buffers;
        const graph::StageId stage = graph::StageId::parse(m_row.stage);
        const auto inputs = replay::graphInputs({*session, m_row.method}, stage, choiceOf(m_row), {});
        if (!inputs) return failWith(inputs.error().message), buffers;
        stages::ComputeOptions options;
        options.wide = wide;
        options.buffers = buffers;
        const auto computed = stages::computeGraph({*session, m_row.method}, stage, *inputs, options, {});
        if (!computed) return failWith(computed.error().message), buffers;
        for (const stages::NotComputed& row : computed->notComputed)
            failWith("not computed: " + row.node + " " + row.target + ": " + row.why.message);
        wide ? compareWide(*computed) : compareDeclared(*computed);
        auto next = buffers;
        for (const auto& [name, array] : computed->buffers) next.insert_or_assign(name, array);
        return next;
    }

    /// Zeros for the buffers that the run before wrote.
    const json& about() const { return m_about; }

private:
    void failWith(const std::string& why) {
        ++m_totals.failed;
        std::printf("%s/%s: %s\n", m_row.folder.c_str(), m_row.stem.c_str(), why.c_str());
    }

    bool hasTaps() const {
        return std::ranges::any_of(m_about, [](const json& one) {
            return one.is_object() && one.value("target", std::string()).find("executorch_devtools.tap") != std::string::npos;
        });
    }

    void compareWide(const stages::ComputedGraph& computed) {
        std::map<std::string, const evaluate::Value*> got;
        for (const auto& [path, value] : computed.values) got[path] = &value;
        for (const auto& [name, tensor] : m_wide) {
            if (name.starts_with("declared/") || name.starts_with("state/")) continue;
            const evaluate::Value* value = nullptr;
            if (name.starts_with("output/")) {
                const auto i = static_cast<std::size_t>(std::stoul(name.substr(7)));
                if (i < computed.userOutputs.size() && computed.userOutputs[i]) value = &*computed.userOutputs[i];
            } else if (const auto found = got.find(name); found != got.end()) {
                value = found->second;
            }
            compareOne(name, value, tensor, true);
        }
    }
    void compareDeclared(const stages::ComputedGraph& computed) {
        std::map<std::string, const evaluate::Value*> got;
        for (const auto& [path, value] : computed.values) got[path] = &value;
        for (const auto& [name, tensor] : m_declared)
            if (const auto found = got.find(name); found != got.end()) compareOne(name, found->second, tensor, false);
    }

    void compareOne(const std::string& name, const evaluate::Value* value, const tensor::Tensor& wanted, bool wide) {
        if (value == nullptr) {
            ++m_totals.missing;
            std::printf("%s/%s: %s: no value\n", m_row.folder.c_str(), m_row.stem.c_str(), name.c_str());
            return;
        }
        const std::vector<double> reference = doublesOf(wanted);
        std::vector<double> got;
        if (const evaluate::Array* array = value->array())
            got = evaluate::doublesOf(*array);
        else if (value->list() == nullptr && !value->none())
            got = {evaluate::numberOf(*value)};
        if (got.size() != reference.size() && got.size() == kTapStatistics && hasTaps()) {
            ++m_totals.doubtful;  // the other evaluator takes a tap for the identity, whatever its reducer makes of the value
            return;
        }
        if (got.size() != reference.size()) {
            ++m_totals.failed;
            std::printf("%s/%s: %s: %zu elements, wanted %zu\n", m_row.folder.c_str(), m_row.stem.c_str(), name.c_str(), got.size(),
                        reference.size());
            return;
        }
        const Distance distance = distanceOf(got, reference);
        const double noise = m_about.contains(name) ? m_about[name].value("declared_error", 0.0) : 0.0;
        // Where the references of both modes differ by more than rounding, they did not start from the same state: of such pairs
        // the wide one is held against.
        const bool comparable = wide || noise <= 1e-3 * distance.norm;
        m_totals.doubtful += comparable ? 0 : 1;
        const bool right = !comparable || (wide ? distance.relative() <= (m_row.nearTies > 0 ? 1e-2 : 1e-7)
                                                : distance.difference <= std::max(noise, 1e-6 * distance.norm));
        m_totals.declared += wide ? 0 : 1;
        m_totals.bitEqual += !wide && distance.equal ? 1 : 0;
        if (right) {
            ++m_totals.passed;
            return;
        }
        ++m_totals.failed;
        std::printf("%s/%s %s: %s (%s): relative L2 %.3g, noise %.3g\n", m_row.folder.c_str(), m_row.stem.c_str(),
                    wide ? "wide" : "declared", name.c_str(), detail(m_about, name).c_str(), distance.relative(),
                    distance.norm > 0 ? noise / distance.norm : noise);
    }

    Row m_row;
    GraphValuesTotals& m_totals;
    Expected m_wide, m_declared;
    json m_about;
};

std::vector<Row> rowsOf(const json& index) {
    std::vector<Row> rows;
    for (const json& graph : index.at("graphs")) {
        Row row;
        const std::string file = graph.at("file").get<std::string>();
        row.folder = file.substr(0, file.find('/'));
        row.stem = file.substr(file.find('/') + 1);
        row.stem.resize(row.stem.size() - 4);
        row.record = graph.at("record").get<std::string>();
        row.method = graph.at("method").get<std::string>();
        row.stage = graph.at("stage").get<std::string>();
        row.which = graph.at("case").get<std::string>();
        row.inputs = graph.at("inputs").get<std::string>();
        row.state = graph.at("state").get<std::string>();
        if (graph.contains("near_ties")) row.nearTies = graph["near_ties"].size();
        rows.push_back(row);
    }
    return rows;
}

using Buffers = std::map<std::string, evaluate::Array>;

Buffers zeros(const Buffers& like) {
    Buffers empty;
    for (const auto& [name, array] : like) {
        evaluate::Array zero = array;
        zero.storage =
            evaluate::Storage::allocate(std::make_shared<evaluate::Memory>(std::uint64_t{1} << 32U), array.storage->size());
        empty.emplace(name, zero);
    }
    return empty;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return std::fprintf(stderr, "usage: graph_values REFERENCES FIXTURES [FILTER]\n"), 2;
    g_root = argv[1];
    g_fixtures = argv[2];
    std::ifstream text(g_root + "/index.json");
    if (!text) return std::printf("%s does not exist: skipped\n", g_root.c_str()), 77;
    const json index = json::parse(text, nullptr, false);
    if (!index.is_object()) return 2;
    GraphValuesTotals totals;
    std::map<std::string, std::array<Buffers, 2>> carried;
    for (const Row& row : rowsOf(index)) {
        if (argc > 3 && (row.folder + "/" + row.stem).find(argv[3]) == std::string::npos) continue;
        const std::string chain =
            row.folder + row.record + row.method + row.stage + (row.which.starts_with("zero") ? "zero" : "sequence");
        const bool sequence = row.which.starts_with("sequence"), zero = row.which.starts_with("zerostate");
        GraphTest test(row, totals);
        for (const bool wide : {true, false}) {
            Buffers& state = carried[chain][wide ? 1 : 0];
            if (zero && state.empty()) {  // a first run tells which buffers there are
                GraphValuesTotals ignored;
                Row silent = row;
                silent.stem += "-none";
                state = zeros(GraphTest(silent, ignored).run(wide, {}));
            }
            Buffers next = test.run(wide, sequence || zero ? state : Buffers{});
            if (sequence || zero) state = std::move(next);
        }
    }
    std::printf("%zu passed, %zu failed, %zu missing; %zu of %zu declared values are bit-equal, %zu doubtful\n", totals.passed,
                totals.failed, totals.missing, totals.bitEqual, totals.declared, totals.doubtful);
    return totals.failed + totals.missing == 0 ? 0 : 1;
}
