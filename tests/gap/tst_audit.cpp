// Runs of the project's own exports, audited: what is right, what is not known, what a wrong value or constant leads to.
#include <QtTest>
#include <algorithm>
#include <cstring>
#include <set>

#include "causes/audited_gap.h"
#include "causes/run_culprits.h"
#include "evaluate/no_constants.h"
#include "evaluate/operator_table.h"
#include "graph/model_builder.h"
#include "replay/executed.h"
#include "replay/fed_inputs.h"
#include "replay/program_differences.h"
#include "stages/computed_references.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

std::shared_ptr<const session::Session> auditOpened(const std::vector<std::string>& files) {
    const auto session = session::Session::open(files, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

std::vector<std::string> filesOf(const std::string& folder, const std::vector<std::string>& names) {
    std::vector<std::string> files;
    for (const std::string& name : names) files.push_back(folder + "/" + name);
    return files;
}

struct Audited {
    std::vector<join::SessionRun> runs;
    std::vector<const join::SessionRun*> list;
    std::vector<replay::AuditRow> rows;
    std::vector<causes::RunCulprits> culprits;
};
Audited audited(const session::MethodView& method) {
    Audited made;
    made.runs = *replay::executionsOf(method, {});
    for (const join::SessionRun& run : made.runs) made.list.push_back(&run);
    const auto rows = replay::audit(method, made.list, {}, {});
    if (!rows) qFatal("%s", rows.error().message.c_str());
    made.rows = *rows;
    made.culprits = *causes::culpritsOf(method, made.list, made.rows, {});
    return made;
}

/// What is left = cache + step; gives what the cache held before.
class Counter : public tests::NoConstants {
public:
    Counter(evaluate::Array cache, evaluate::Array step) : m_cache(std::move(cache)), m_step(std::move(step)) {}
    Result<evaluate::Value> constant(std::string_view target, const std::shared_ptr<evaluate::Memory>&) const override {
        return evaluate::Value(target == "cache" ? m_cache : m_step);
    }
    static std::shared_ptr<const graph::GraphModel> model(std::size_t arguments) {
        test::ModelBuilder builder;
        const auto cache = builder.input("b_cache", graph::InputKind::Buffer, "cache"),
                   step = builder.input("p_step", graph::InputKind::Parameter, "step");
        for (std::size_t i = 0; i < arguments; ++i) builder.input("x" + std::to_string(i));
        builder.output(builder.node("next", "aten.add.Tensor", {cache, step}), graph::OutputKind::BufferMutation, "cache");
        builder.output(builder.node("now", "aten.clone.default", {cache}));
        return builder.finish();
    }

private:
    evaluate::Array m_cache, m_step;
};

const std::string kSample = std::string(ETSCOPE_SOURCE_DIR) + "/tests/fixtures/vlm";
const std::string kDelegated = std::string(ETSCOPE_SOURCE_DIR) + "/tests/fixtures/delegated";
const std::string kMethods = std::string(ETSCOPE_SOURCE_DIR) + "/tests/fixtures/methods";

}  // namespace

class TestAudit : public QObject {
    Q_OBJECT
private slots:
    void healthyRuns_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("sample") << QString::fromStdString(kSample);
        QTest::newRow("methods") << QString::fromStdString(kMethods);
        QTest::newRow("masked") << QString::fromStdString(std::string(ETSCOPE_SOURCE_DIR) + "/tests/fixtures/masked");
    }
    /// No call of a right run is wrong, and most can be judged.
    void healthyRuns() {
        QFETCH(QString, folder);
        const auto session = auditOpened(filesOf(folder.toStdString(), {"model.etrecord", "model.pte", "run.etdp", "run.dbg"}));
        std::size_t judged = 0;
        for (const auto& plan : session->programFile()->program->plans()) {
            const Audited made = audited({*session, plan.name});
            for (const replay::AuditRow& row : made.rows) {
                QVERIFY2(!row.wrong(), (plan.name + " " + row.op).c_str());
                QVERIFY(row.state == replay::AuditState::Judged || !row.reason.empty());
                judged += row.state == replay::AuditState::Judged ? 1U : 0U;
            }
        }
        QVERIFY(judged > 0);
    }

    void delegatesAreTold_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("sample") << QString::fromStdString(kSample);
        for (const char* name : {"vlm", "mixed_delegates"})
            QTest::newRow(name) << QString::fromStdString(std::string(ETSCOPE_SOURCE_DIR) + "/../shared/fixtures/" + name);
    }
    /// Attention whose parts, kernels and delegate calls, all carry one handle: each call is told what it runs.
    void delegatesAreTold() {
        QFETCH(QString, folder);
        std::vector<std::string> files;
        const QStringList patterns{"*.etrecord", "*.pte", "*.etdp", "*.dbg"};
        for (const QFileInfo& file : QDir(folder).entryInfoList(patterns, QDir::Files))
            files.push_back(file.filePath().toStdString());
        if (files.empty()) QSKIP("the fixture is not here");
        const auto session = auditOpened(files);
        std::size_t delegates = 0;
        for (const auto& plan : session->programFile()->program->plans())
            for (const replay::AuditRow& row : audited({*session, plan.name}).rows) {
                if (row.op != "delegate_call" || row.state == replay::AuditState::NotLogged) continue;
                ++delegates;
                QVERIFY2(row.state == replay::AuditState::Judged, row.reason.text().c_str());
                QVERIFY(!row.wrong());
            }
        QVERIFY(delegates > 0);
    }

    /// Inputs that the export fixed are inputs of the plan: what a delegate reads is told by the numbers of all.
    void constantInputs() {
        const std::string folder = std::string(ETSCOPE_SHARED_DIR) + "/cases/constin";
        if (!QFileInfo::exists(QString::fromStdString(folder))) QSKIP("the case is not here");
        const auto session = auditOpened(filesOf(folder, {"model.etrecord", "model.pte", "run.etdp", "run.dbg"}));
        const Audited made = audited({*session, "forward"});
        QCOMPARE(made.rows.size(), std::size_t{1});
        QVERIFY2(made.rows.front().state == replay::AuditState::Judged, made.rows.front().reason.text().c_str());
        QVERIFY(!made.rows.front().wrong());
    }

    /// What a delegate's own buffers hold goes from call to call, and is no result of the call; none that reads it is blamed.
    void statesOfDelegates() {
        const auto session = auditOpened(filesOf(kDelegated, {"model.etrecord", "model.pte", "run.etdp", "run.dbg"}));
        const auto runs = *replay::executionsOf({*session, "forward"}, {});
        const std::vector<const join::SessionRun*> list{&runs.at(0), &runs.at(1)};
        std::vector<evaluate::Array> given;
        replay::AuditOptions options;
        options.visit = [&](const replay::ReplayedCall& call, const replay::AuditRow&, const evaluate::Values&) -> Result<void> {
            if (call.instruction == 0) given.push_back(*call.results.at(0)->array());
            return {};
        };
        QVERIFY(replay::audit({*session, "forward"}, list, options, {}));
        QCOMPARE(given.size(), std::size_t{2});
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 24U), job};
        const auto step =
            evaluate::apply(*evaluate::findOperator("aten.sub.Tensor"), context, {{"self", given[1]}, {"other", given[0]}});
        QVERIFY(step);
        options = {};
        options.delegate = [&](const replay::ReplayedCall& call) -> Result<replay::DelegateReadings> {
            if (call.instruction != 0) return fail("no-such-delegate", "");
            replay::DelegateBody body;
            body.body = {Counter::model(call.arguments.size()), std::make_shared<Counter>(given[0], *step->front().array())};
            body.prepared = std::make_shared<const evaluate::PreparedGraph>(*body.body.graph);
            for (const replay::ReplayedArgument& argument : call.arguments) body.inputs.push_back(argument.value);
            body.results = {0};
            return replay::DelegateReadings{{}, {{std::move(body)}}, true};
        };
        for (const bool second : {false, true}) {
            options.only = second ? std::set{runs.at(1).index} : std::set<std::size_t>();
            const auto rows = replay::audit({*session, "forward"}, list, options, {});
            QVERIFY(rows);
            for (const replay::AuditRow& row : *rows) {
                if (row.instruction != 0) continue;
                QVERIFY2(row.state == replay::AuditState::Judged, row.reason.text().c_str());
                QVERIFY(row.assumed);
                QVERIFY(row.judgement() != nullptr);
                // g0 + (g1 − g0) is g1 but for rounding; a state that is not carried on is off by a million times as much.
                QVERIFY(row.judgement()->verdict < evaluate::Verdict::NotRounding);
            }
        }
    }

    /// Values of another run: every call contradicts them, and none is blamed.
    void valuesOfAnotherRun() {
        const std::string shared = std::string(ETSCOPE_SOURCE_DIR) + "/../shared/fixtures/";
        if (!QFileInfo::exists(QString::fromStdString(shared))) QSKIP("the fixtures are not here");
        const auto session = auditOpened({shared + "cnn_portable/model.etrecord", shared + "cnn_portable/model.pte",
                                          shared + "cnn_portable/run-main.etdp", shared + "vit/run-main.dbg"});
        const Audited made = audited({*session, "forward"});
        QVERIFY(std::ranges::count_if(made.rows, &replay::AuditRow::wrong) > 8);
        for (const causes::RunCulprits& run : made.culprits) {
            if (run.culprits.empty()) continue;
            QCOMPARE(run.culprits.size(), std::size_t{1});
            QVERIFY(run.culprits.front().cause == causes::Cause::Unknown);
            QVERIFY2(run.culprits.front().sentence.text().find("are not those of this run") != std::string::npos,
                     run.culprits.front().sentence.text().c_str());
        }
        QVERIFY(std::ranges::any_of(made.culprits, [](const auto& run) { return !run.culprits.empty(); }));
    }

    /// Without a record kernels are judged all the same.
    void withoutRecord() {
        const auto session = auditOpened(filesOf(kSample, {"model.pte", "run.etdp", "run.dbg"}));
        std::size_t judged = 0;
        for (const auto& plan : session->programFile()->program->plans())
            for (const replay::AuditRow& row : audited({*session, plan.name}).rows) judged += row.judgement() != nullptr ? 1U : 0U;
        QVERIFY(judged > 0);
    }

    void withoutProgram() {
        const auto session = auditOpened(filesOf(kSample, {"model.etrecord", "run.etdp", "run.dbg"}));
        const auto rows = replay::audit({*session, "text_decoder"}, {}, {}, {});
        QVERIFY(!rows);
        QCOMPARE(rows.error().code, std::string("no-program"));
        QVERIFY(replay::programDifferences({*session, "text_decoder"}, {}) &&
                (*replay::programDifferences({*session, "text_decoder"}, {}))->empty());
    }

    /// A program is what its own record says.
    void noDifferences() {
        for (const std::string& folder : {kSample, kMethods}) {
            const auto session = auditOpened(filesOf(folder, {"model.etrecord", "model.pte"}));
            for (const auto& plan : session->programFile()->program->plans()) {
                const auto found = replay::programDifferences({*session, plan.name}, {});
                QVERIFY(found);
                QVERIFY2((*found)->empty(), (*found)->empty() ? "" : (*found)->front().text.text().c_str());
            }
        }
    }

    /// Each dump begins a process of its own: what the runs of one left in caches is not what those of the next find there.
    void dumpsOfTwoProcesses() {
        const test::TempDir folder;
        std::vector<std::string> files = filesOf(kSample, {"model.etrecord", "model.pte", "run.etdp", "run.dbg"});
        for (const char* end : {".etdp", ".dbg"}) {
            files.push_back(folder.path(std::string("second") + end));
            QVERIFY(QFile::copy(QString::fromStdString(kSample + "/run" + end), QString::fromStdString(files.back())));
        }
        const auto session = auditOpened(files);
        const Audited made = audited({*session, "text_decoder"});
        std::set<unsigned> dumps;
        for (const join::SessionRun& run : made.runs) dumps.insert(run.file);
        QCOMPARE(dumps.size(), std::size_t{2});
        for (const replay::AuditRow& row : made.rows)
            QVERIFY2(!row.wrong(), (row.op + " of run " + std::to_string(row.run)).c_str());
    }

    /// A pass that turns one operator into another is at fault in a quantised model, too: few bits do not explain it.
    void loweringOfQuantised() {
        const std::string folder = std::string(ETSCOPE_SOURCE_DIR) + "/../shared/cases/quant";
        if (!QFileInfo::exists(QString::fromStdString(folder))) QSKIP("the case is not here");
        const auto session = auditOpened(filesOf(folder, {"model.etrecord", "model.pte", "model.bpte", "run.etdp", "run.dbg"}));
        const Audited made = audited({*session, "forward"});
        QVERIFY(!made.culprits.empty() && !made.culprits.front().culprits.empty());
        const causes::Culprit& culprit = made.culprits.front().culprits.front();
        QVERIFY2(culprit.cause == causes::Cause::Lowering, culprit.sentence.text().c_str());
        QCOMPARE(culprit.nodes.front(), std::string("aten_add_tensor"));
    }

    /// The bundle's cases have twice what the runs were fed, and other outputs: the input is at fault, and no kernel that reads it.
    void scaledInput() {
        const auto own = auditOpened({kMethods + "/model.bpte"});
        QFile file(QString::fromStdString(kMethods + "/model.bpte"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray bytes = file.readAll();
        const auto scale = [&](const tensor::Value& value, float factor) {
            const auto* tensor = std::get_if<tensor::Tensor>(&value);
            if (tensor == nullptr) return;
            const auto old = *tensor->storage.readAll();
            const qsizetype at = bytes.indexOf(QByteArray(reinterpret_cast<const char*>(old.data()), qsizetype(old.size())));
            QVERIFY(at >= 0);
            for (qsizetype i = at; i < at + qsizetype(old.size()); i += 4) {
                float number = 0;
                std::memcpy(&number, bytes.constData() + i, 4);
                number *= factor;
                std::memcpy(bytes.data() + i, &number, 4);
            }
        };
        for (const bundle::TestCase& one : own->files().front().bundle->suite("choose")->cases) {
            scale(one.inputs.front(), 2);
            scale(one.expected.front(), -3);
        }
        const test::TempDir folder;
        const std::string bundle = folder.write("model.bpte", bytes.toStdString());
        const auto session = auditOpened({kMethods + "/model.pte", bundle, kMethods + "/run.etdp", kMethods + "/run.dbg"});
        const Audited made = audited({*session, "choose"});
        QCOMPARE(std::ranges::count_if(made.rows, &replay::AuditRow::wrong), std::ptrdiff_t{0});
        for (const causes::RunCulprits& run : made.culprits) {
            QCOMPARE(run.culprits.size(), std::size_t{1});
            QVERIFY2(run.culprits.front().cause == causes::Cause::Input, run.culprits.front().sentence.text().c_str());
            QVERIFY2(run.culprits.front().sentence.text().starts_with("input 0 was fed times 0.5"),
                     run.culprits.front().sentence.text().c_str());
        }
    }

    /// A number that a kernel logged is changed: that call is the culprit.
    void wrongValueIsFound() {
        const auto files = filesOf(kMethods, {"model.etrecord", "model.pte", "model.bpte", "run.etdp", "run.dbg"});
        const auto runs = *replay::executionsOf({*auditOpened(files), "embed"}, {});
        const join::SessionRun& run = runs.front();
        std::optional<etdump::LoggedTensor> changed;
        std::int64_t instruction = -1;
        for (const etdump::LoggedValue& value : run.dump->values(run.run()))
            for (const etdump::LoggedTensor& tensor : run.dump->tensors(value))
                if (!changed && !value.programOutput && value.place.chain == 0 && tensor.type == ScalarType::F32 &&
                    tensor.offset >= 0)
                    changed = tensor, instruction = value.place.instruction;
        QVERIFY(changed);
        const test::TempDir folder;
        for (const std::string& file : files)
            QFile::copy(QString::fromStdString(file), QString::fromStdString(folder.path(file.substr(file.rfind('/') + 1))));
        QFile buffer(QString::fromStdString(folder.path("run.dbg")));
        QVERIFY(buffer.open(QIODevice::ReadWrite) && buffer.seek(changed->offset));
        const float wrong = 1234.5F;
        QCOMPARE(buffer.write(reinterpret_cast<const char*>(&wrong), sizeof wrong), qint64{sizeof wrong});
        buffer.close();
        const auto session =
            auditOpened(filesOf(folder.path(), {"model.etrecord", "model.pte", "model.bpte", "run.etdp", "run.dbg"}));
        const Audited made = audited({*session, "embed"});
        const auto first = std::ranges::find_if(made.rows, &replay::AuditRow::wrong);
        QVERIFY(first != made.rows.end());
        QCOMPARE(first->instruction, instruction);
        QCOMPARE(first->run, run.index);
        QVERIFY(!made.culprits.front().culprits.empty());
        QCOMPARE(made.culprits.front().culprits.front().instruction, std::optional(instruction));
    }
};

ETSCOPE_TEST(TestAudit)
#include "tst_audit.moc"
