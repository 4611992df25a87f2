// What runs were fed in the place of the inputs of their cases, and what planned values are called.
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <ranges>
#include <set>

#include "causes/method_culprits.h"
#include "evaluate/elements.h"
#include "program/memory_plan.h"
#include "replay/executed.h"
#include "replay/fed_inputs.h"
#include "replay/input_relations.h"
#include "replay/planned_names.h"
#include "replay/table_rows.h"
#include "support/bytes.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

std::string npyOf(const char* type, const std::string& shape, const std::string& data) {
    std::string header = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize(117, ' ');
    return std::string("\x93NUMPY\x01\x00", 8) + test::little<std::uint16_t>(118) + header + "\n" + data;
}

std::shared_ptr<const session::Session> ranIn(const std::string& folder, std::vector<std::string> files = {}) {
    for (const char* name : {"model.etrecord", "model.pte", "run.etdp", "run.dbg"})
        files.push_back(test::ownFile(folder + "/" + name));
    auto session = session::Session::open(files, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

/// What each run was fed, where it was not its case's: "" where it was. `inputs`: files that stand for the cases.
std::vector<std::string> fedOtherwise(const std::string& folder, const std::vector<std::string>& inputs) {
    const auto session = ranIn(folder, inputs);
    const auto fed = replay::fedRuns({*session, "forward"}, {});
    if (!fed) qFatal("%s", fed.error().message.c_str());
    std::vector<std::string> texts;
    for (const auto& [run, one] : **fed) {
        std::string& text = texts.emplace_back();
        for (const replay::OtherInput& other : one.others)
            text += (text.empty() ? "" : ", ") + std::to_string(other.index) + " " + other.text;
    }
    return texts;
}

/// The causes of each run's culprits, in order.
std::vector<std::string> causesOf(const std::string& folder, const std::vector<std::string>& inputs) {
    const auto session = ranIn(folder, inputs);
    const auto judged = causes::methodCulprits({*session, "forward"}, {});
    if (!judged) qFatal("%s", judged.error().message.c_str());
    std::vector<std::string> texts;
    for (const causes::RunCulprits& run : (*judged)->runs) {
        std::string& text = texts.emplace_back();
        for (const causes::Culprit& one : run.culprits)
            text += (text.empty() ? "" : " ") + std::string(causes::causeName(one.cause));
    }
    return texts;
}

/// What the values of a plan's memory are called, by their number; empty: nothing tells.
std::map<program::ValueIndex, std::string> namesOf(const std::string& folder, const char* method) {
    const auto session = session::Session::open({folder + "/model.etrecord", folder + "/model.pte"}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    const program::ExecutionPlan& plan = *(*session)->plan(method);
    const auto names = replay::PlannedNames::make(**session, plan, {});
    const auto memory = program::memoryPlan(plan);
    std::map<program::ValueIndex, std::string> all;
    for (const program::PlannedTensor& tensor : memory->tensors) all[tensor.value] = names->name(tensor.value);
    return all;
}

}  // namespace

class TestFedInputs : public QObject {
    Q_OBJECT
private slots:
    void waysOfAnImage() {
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 24U), job};
        evaluate::Array image = context.make(ScalarType::F32, {1, 3, 2, 2});
        const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        evaluate::storeDoubles(image.stored, values.data(), values.size(), image.storage->data());
        std::map<std::string, std::vector<double>> ways;
        const auto told = replay::eachRelation(image, context, [&](evaluate::Array array, const replay::InputRelation& relation) {
            ways.emplace(relation.text, evaluate::doublesOf(array));
            return Result<bool>(false);
        });
        QVERIFY(told && !*told);
        QCOMPARE(ways.at("with its channels in reverse order"), (std::vector<double>{9, 10, 11, 12, 5, 6, 7, 8, 1, 2, 3, 4}));
        QCOMPARE(ways.at("mirrored along axis 3"), (std::vector<double>{2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11}));
        QCOMPARE(ways.at("as zeros"), std::vector<double>(12));
        const auto near = [&](const char* text, double first) {
            return std::abs(ways.at(text).front() - first) < 1e-4 * std::abs(first);
        };
        QVERIFY(near("as numbers from 0 to 255, without the means and deviations of ImageNet", 255 * (0.229 + 0.485)));
        QVERIFY(near("with means and deviations of 0.5 in place of those of ImageNet", 2 * (0.229 + 0.485) - 1));
        QVERIFY(near("with the means and deviations of ImageNet in place of 0.5", ((1 + 1) / 2.0 - 0.485) / 0.229));
    }

    /// The rows that an embedding gave tell the tokens, though nothing else reads them: no kernel is wrong.
    void anotherToken() {
        const test::TempDir temp;
        std::vector<std::string> files;
        const std::int64_t tokens[] = {3, 5, 1, 11, 2, 9}, places[] = {0, 1, 1, 2, 3, 4};  // the fourth was 7
        for (std::size_t i = 0; i < std::size(tokens); ++i) {
            const std::string name = "in-forward-" + std::to_string(i);
            files.push_back(temp.write(name + "-0.npy", npyOf("<i8", "(1, 1)", test::little(tokens[i]))));
            files.push_back(temp.write(name + "-1.npy", npyOf("<i8", "(1,)", test::little(places[i]))));
        }
        QCOMPARE(fedOtherwise("stale_cache", files), (std::vector<std::string>{"", "", "", "0 as 7 in place of 11", "", ""}));
    }

    /// A table that lies in a file is never in memory as a whole. Of equal rows the one that was asked for was given.
    void rowsOfALargeTable() {
        constexpr std::int64_t kRows = 8192, kWidth = 64;
        const auto valueOf = [](std::int64_t row) { return static_cast<float>(row % 4096); };
        std::vector<float> table(kRows * kWidth);
        for (std::size_t i = 0; i < table.size(); ++i) table[i] = valueOf(static_cast<std::int64_t>(i) / kWidth);
        const test::TempDir temp;
        const std::string path = temp.write("table", {reinterpret_cast<const char*>(table.data()), table.size() * sizeof(float)});
        tensor::Tensor weight;
        weight.type = ScalarType::F32;
        weight.shape = {kRows, kWidth};
        weight.storage = ByteRange::whole(*Source::open(path));
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 24U), job};
        const auto rowsOf = [&](const std::vector<std::int64_t>& rows) {
            evaluate::Array given = context.make(ScalarType::F32, {static_cast<std::int64_t>(rows.size()), kWidth});
            std::vector<double> values;
            for (const std::int64_t row : rows) values.insert(values.end(), kWidth, static_cast<double>(valueOf(row)));
            evaluate::storeDoubles(given.stored, values.data(), values.size(), given.storage->data());
            return given;
        };
        const auto found = [&](const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& asked) {
            return *replay::rowsGiven(*evaluate::borrowed(weight, context.memory), rowsOf(rows), asked, context);
        };
        QCOMPARE(found({5000, 7, 9}, {5000, 1, 2}), (std::vector<std::int64_t>{5000, 7, 9}));
        QCOMPARE(found({5000, 7, 9}, {5000, 7, 2}), std::vector<std::int64_t>());
        QVERIFY(context.memory->peak() < table.size() * sizeof(float) / 2);
    }

    /// As many equal results as the table has equal rows: each is looked at once.
    void equalRowsOfATable() {
        constexpr std::int64_t kRows = 100'000;
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 28U), job};
        evaluate::Array zeros = context.make(ScalarType::F32, {kRows, 1});
        const std::vector<double> values(kRows, 0.0);
        evaluate::storeDoubles(zeros.stored, values.data(), values.size(), zeros.storage->data());
        std::vector<std::int64_t> inside(kRows), outside(kRows);
        std::iota(inside.rbegin(), inside.rend(), 0);
        std::iota(outside.begin(), outside.end(), kRows);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(*replay::rowsGiven(zeros, zeros, inside, context), std::vector<std::int64_t>());
        QCOMPARE(*replay::rowsGiven(zeros, zeros, outside, context), std::vector<std::int64_t>(kRows, 0));
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    }

    /// One input that is the case's says nothing of the other.
    void eachInputForItself() {
        const std::string mirrored = "1 mirrored along axis 1";
        QCOMPARE(fedOtherwise("fed_delegate", {test::ownFile("fed_delegate/model.bpte")}),
                 (std::vector<std::string>{"", "0 times 0.3", "0 with other values",
                                           "0 with its axes in another order than the method reads them, 1 with other indices",
                                           "1 minus 1"}));
        QCOMPARE(causesOf("fed_delegate", {test::ownFile("fed_delegate/model.bpte")}),
                 (std::vector<std::string>{"", "input", "input", "layout input", "input"}));
        QCOMPARE(fedOtherwise("fed_kernels", {test::ownFile("fed_kernels/model.bpte")}),
                 (std::vector<std::string>{"", "", "", "0 times 0.5, " + mirrored}));
        QCOMPARE(causesOf("fed_kernels", {test::ownFile("fed_kernels/model.bpte")}),
                 (std::vector<std::string>{"", "input", "input", "input input"}));
    }

    /// Bytes that contradict the case that the order of the runs tells: nothing is known of what fed the run.
    void orderDoesNotOutweighBytes() {
        replay::Fed fed;
        fed.paired = 1;
        fed.pairing = "by order: as many runs as cases";
        QVERIFY(fed.known());  // no program that tells
        fed.state = replay::FedState::Refuted;
        QVERIFY(!fed.known());
        QVERIFY(fed.why() != fed.pairing);
        fed.state = replay::FedState::Paired;
        QVERIFY(fed.known());
    }

    /// What is computed to explain a run is not computed on inputs that its bytes refute.
    void refutedInputsAreNotChosen() {
        replay::Fed fed;
        fed.inputs.caseIndex = 2;
        fed.state = replay::FedState::Refuted;
        QVERIFY(fed.choice().kind == replay::InputChoice::Kind::Example);
        fed.state = replay::FedState::Proven;
        QVERIFY(fed.choice().kind == replay::InputChoice::Kind::Case && fed.choice().caseIndex == 2);
    }

    /// Values have the names of the nodes that write or read them; states those of the record.
    void plannedValuesHaveNames() {
        for (const auto& [folder, method] : {std::pair{"stale_cache", "forward"},
                                             {"delegated", "forward"},
                                             {"vlm", "text_decoder"},
                                             {"methods", "choose"},
                                             {"running_sum", "forward"},
                                             {"grouped_xnnpack", "forward"}})
            for (const auto& [value, name] : namesOf(test::ownFile(folder), method)) QVERIFY2(!name.empty(), folder);
        const auto caches = namesOf(test::ownFile("stale_cache"), "forward");
        const auto has = [&](const char* name) { return std::ranges::count(caches | std::views::values, name) > 0; };
        QVERIFY(has("keys") && has("values") && has("token") && has("aten_bmm_default_1"));
        QCOMPARE(namesOf(test::ownFile("methods"), "choose").at(15), std::string("cond/submodule_1/aten_cos_default"));
        QCOMPARE(namesOf(test::ownFile("running_sum"), "forward").at(0), std::string("sum"));
        QCOMPARE(namesOf(test::ownFile("grouped_xnnpack"), "forward").at(3), std::string("aten_embedding_default"));
        auto decoder = namesOf(test::ownFile("vlm"), "text_decoder");  // of a residual sum and the norm behind it, in one delegate
        QCOMPARE(decoder.at(70), std::string("aten_add_tensor_2"));
        QCOMPARE(decoder.at(69), std::string("aten_view_copy_default_1"));
    }

    /// The calls of branches and loops are told by their order, what a branch gives by who reads it.
    void namesInsideOfBranchesAndLoops() {
        const std::string folder = ETSCOPE_SHARED_DIR "/fixtures/control_flow";
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not here");
        const auto cond = namesOf(folder, "cond");
        QCOMPARE(cond.at(17), std::string("cond/submodule_0/aten_addmm_default"));
        QCOMPARE(cond.at(29), std::string("cond/submodule_1/aten_neg_default"));
        QCOMPARE(cond.at(12), std::string("getitem"));
        QCOMPARE(namesOf(folder, "nested").at(7), std::string("cond/submodule_0/getitem"));
        QCOMPARE(namesOf(folder, "map").at(7), std::string("map_impl/submodule_0/xs"));
        QCOMPARE(namesOf(folder, "scan").at(18), std::string("scan/submodule_0/aten_add_tensor_1"));
    }

    /// A node of the call's handle with another operator is not the call, which is of another lowering.
    void otherOperatorsGiveNoName() {
        const std::string folder = ETSCOPE_SHARED_DIR "/fixtures/fault_half";
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not here");
        QCOMPARE(namesOf(folder, "forward").at(13), std::string());
    }
};

ETSCOPE_TEST(TestFedInputs)
#include "tst_fed_inputs.moc"
