// What runs outside delegates: found in the project's own exports, with the instructions that run it.
#include <QtTest>

#include "etdump/dump_builder.h"
#include "findings/answers.h"
#include "findings/undelegated.h"
#include "modules/operator_family.h"
#include "report/documents.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

class TestUndelegated : public QObject {
    Q_OBJECT
private slots:
    /// Of the lowered export: one operator between two delegates (see tests/fixtures/models.py).
    void betweenDelegates() {
        const auto rows = findings::undelegated({*test::openOwn({"delegated/model.etrecord", "delegated/model.pte"}), {}}, {});
        QVERIFY(rows && rows->size() == 1);
        const findings::UndelegatedOperator& row = rows->front();
        QCOMPARE(row.target, std::string("aten.cumsum.default"));
        QCOMPARE(row.nodes, std::vector<std::string>{"aten_cumsum_default"});
        QVERIFY(!row.share);
        QCOMPARE(row.reason.text(), std::string("no delegate of XnnpackBackend in this session has this operator"));
    }

    void aRunTellsTheShare() {
        const auto session =
            test::openOwn({"delegated/model.etrecord", "delegated/model.pte", "delegated/run.etdp", "delegated/run.dbg"});
        const auto rows = findings::undelegated({*session, {}}, {});
        QVERIFY(rows && rows->size() == 1 && rows->front().share);
        QVERIFY(*rows->front().share > 0 && *rows->front().share < 1);
        QVERIFY(rows->front().ticks.value() > 0);
    }

    /// Operators of several methods stand by what they take in a run: a large share of a short method is little time.
    void timesDecide() {
        const auto run = [](std::int32_t instruction, std::uint64_t kernel, std::uint64_t all) {
            return test::DumpRun{"Execute",
                                 {{.name = "OPERATOR_CALL", .instruction = instruction, .start = 0, .end = kernel},
                                  {.name = "DELEGATE_CALL", .instruction = instruction + 1, .start = kernel, .end = all}},
                                 {},
                                 -1};
        };
        const test::TempDir folder;
        folder.write("run.etdp", test::dumpBytes({run(4, 50, 100), run(10, 200, 10000)}));
        session::OpenOptions options;
        options.runMethods = {{0, "vision_encoder"}, {1, "text_decoder"}};
        const std::string sample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
        const auto session =
            session::Session::open({sample + "model.etrecord", sample + "model.pte", folder.path("run.etdp")}, options, {});
        QVERIFY(session);
        const auto rows = findings::undelegated({**session, {}}, {});
        QVERIFY(rows && rows->size() > 2);
        QCOMPARE((*rows)[0].method, std::string("text_decoder"));
        QVERIFY((*rows)[0].ticks == 200 && (*rows)[0].share == 0.02);
        QCOMPARE((*rows)[1].method, std::string("vision_encoder"));
        QVERIFY((*rows)[1].ticks == 50 && (*rows)[1].share == 0.5);
        const auto cost = findings::answer(**session, findings::Question::Cost, {1e9}, {});
        QVERIFY(cost);
        for (const findings::ViewAnswer& one : cost->views)
            if (one.view == findings::Target::Fallback)
                QVERIFY2(one.text.text().ends_with("takes the most time: 200 ns of a run of text_decoder (p50), 2 % of it"),
                         one.text.text().c_str());
    }

    /// Shares are those that the times of the calls have.
    void sharesAreThoseOfTheTimes() {
        const std::string sample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
        const auto session = session::Session::open({sample + "model.etrecord", sample + "model.pte", sample + "run.etdp"}, {}, {});
        QVERIFY(session);
        const auto rows = findings::undelegated({**session, {}}, {});
        QVERIFY(rows && rows->size() > 3);
        const auto document = report::eventsDocument(**session, {}, {{}, nullptr, true}, {});
        QVERIFY(document);
        std::map<std::pair<std::string, std::string>, double> shares;
        for (const report::Json& row : (*document)["summary"])
            if (row["level"] == "instruction" && row["method"].is_string() && row["operator"].is_string())
                shares[{row["method"], modules::operatorWord(row["operator"].get<std::string>())}] += row["share"].get<double>();
        int held = 0;
        for (const findings::UndelegatedOperator& row : *rows) {
            const auto known = shares.find({row.method, modules::operatorWord(row.target)});
            if (known == shares.end() || !row.share) continue;
            QVERIFY2(std::abs(known->second - *row.share) < 1e-9, row.target.c_str());
            ++held;
        }
        QVERIFY(held > 3);
    }

    void aProgramAloneDoesNotTellWhy() {
        const auto rows = findings::undelegated({*test::openOwn({"delegated/model.pte"}), {}}, {});
        QVERIFY(rows && rows->size() == 1);
        QCOMPARE(rows->front().target, std::string("aten::cumsum.out"));
        QVERIFY(QString::fromStdString(rows->front().reason.text()).startsWith("not known"));
    }

    void whereThereIsNoDelegateNothingIsOutside() {
        const auto rows = findings::undelegated({*test::openOwn({"trivial/model.etrecord", "trivial/model.pte"}), {}}, {});
        QVERIFY(rows && rows->empty());
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        JobContext job;
        job.stop = stop.get_token();
        const auto rows = findings::undelegated({*test::openOwn({"delegated/model.etrecord", "delegated/model.pte"}), {}}, job);
        QVERIFY(rows.cancelled());
    }

    void bytesAsTheyAre() {
        const auto session = test::openOwn({"delegated/model.pte"});
        QFile file(QString::fromStdString(test::ownFile("delegated/model.pte")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray all = file.readAll();
        const auto document = report::hexDocument(*session, 20, 40, {});
        QVERIFY(document);
        QByteArray bytes;
        for (const report::Json& row : (*document)["rows"]) bytes += QByteArray::fromHex(QByteArray::fromStdString(row["hex"]));
        QCOMPARE(bytes, all.mid(20, 40));
        const auto last = report::hexDocument(*session, static_cast<std::uint64_t>(all.size()) - 3, 4096, {});
        QVERIFY(last && (*last)["length"] == 3 && (*last)["rows"].size() == 1);
        const auto beyond = report::hexDocument(*session, static_cast<std::uint64_t>(all.size()) + 1, 1, {});
        QVERIFY(!beyond && beyond.error().code == "range-outside-file");
    }
};

ETSCOPE_TEST(TestUndelegated)
#include "tst_undelegated.moc"
