// What runs outside delegates: found in the project's own exports, with the instructions that run it.
#include <QtTest>

#include "findings/undelegated.h"
#include "report/documents.h"
#include "support/own_exports.h"
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
