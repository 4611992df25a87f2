// What a method is told to hold: data of delegates beside its own, and what is not known.
#include <QtTest>

#include "delegates/payload_builder.h"
#include "inventory/summary.h"
#include "program/program_builder.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using inventory::DataTotals;
using test::ProgramBuilder;

namespace {

void addDelegate(ProgramBuilder& builder, const std::string& id, const std::string& payload) {
    auto delegate = std::make_unique<schema::program::BackendDelegateT>();
    delegate->id = id;
    delegate->processed = std::make_unique<schema::program::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;  // a segment
    delegate->processed->index = builder.addSegment(payload);
    builder.plan().delegates.push_back(std::move(delegate));
}

std::string programWith(const std::vector<std::pair<std::string, std::string>>& delegates) {
    ProgramBuilder builder;
    for (const auto& [id, payload] : delegates) addDelegate(builder, id, payload);
    return builder.bytes();
}

std::string recordWith(const char* delegateMap) {
    test::RecordBuilder builder;
    return delegateMap == nullptr ? builder.drop("delegate_map").bytes() : builder.set("delegate_map", delegateMap).bytes();
}

/// "2 tensors, 8 elements, 32 B"; "unknown".
QString textOf(const std::optional<DataTotals>& totals) {
    const auto number = [](const std::optional<std::uint64_t>& value) { return value ? QString::number(*value) : QString("?"); };
    if (!totals) return "unknown";
    return QStringLiteral("%1 tensors, %2 elements, %3 B").arg(totals->count).arg(number(totals->elements), number(totals->bytes));
}

}  // namespace

class TestSummary : public QObject {
    Q_OBJECT
private slots:
    void dataOfDelegates_data();
    void dataOfDelegates();
    void aProgramAlone();
    void aStateDictThatIsMissing();

private:
    test::TempDir m_folder;
};

void TestSummary::dataOfDelegates_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("data");
    const auto row = [](const char* name, const std::string& bytes, const char* data) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << data;
    };
    const std::string inside = test::xnnpackPayload(), named = test::xnnpackNamedPayload("w");
    row("program without delegates", programWith({}), "0 tensors, 0 elements, 0 B");
    row("constant in the payload", programWith({{"XnnpackBackend", inside}}), "1 tensors, 4 elements, 16 B");
    row("in two payloads", programWith({{"XnnpackBackend", inside}, {"XnnpackBackend", inside}}), "2 tensors, 8 elements, 32 B");
    row("one key of two payloads", programWith({{"XnnpackBackend", named}, {"XnnpackBackend", named}}),
        "1 tensors, 4 elements, 16 B");
    row("payload that nobody reads", programWith({{"XnnpackBackend", inside}, {"Other", "no known form"}}), "unknown");
    row("record without delegates", recordWith(R"({"forward": {}})"), "0 tensors, 0 elements, 0 B");
    row("record from before lowering", recordWith(R"({"forward": {"0": {"name": "XnnpackBackend", "delegate_map": {}}}})"),
        "unknown");
    row("record without delegate_map", recordWith(nullptr), "unknown");
}

void TestSummary::dataOfDelegates() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, data);
    const auto session = session::Session::open({m_folder.write("file", bytes.toStdString())}, {}, {});
    QVERIFY(session);
    const auto summary = inventory::summary({**session, "forward"}, {});
    QVERIFY(summary);
    QCOMPARE(textOf((*summary)->data.delegateData), data);
}

void TestSummary::aProgramAlone() {
    const auto session = session::Session::open({m_folder.write("model.pte", programWith({}))}, {}, {});
    QVERIFY(session);
    const auto summary = inventory::summary({**session, "forward"}, {});
    QVERIFY(summary);
    QCOMPARE(textOf((*summary)->data.parameters), QString("unknown"));
    QCOMPARE(textOf((*summary)->data.buffers), QString("unknown"));
    QCOMPARE(textOf((*summary)->data.unusedParameters), QString("unknown"));
    QCOMPARE(textOf((*summary)->data.constants), QString("0 tensors, 0 elements, 0 B"));
}

/// What it holds beside the signature nobody knows.
void TestSummary::aStateDictThatIsMissing() {
    const std::string dict = "edge_dialect_exported_program/forward_state_dict";
    const auto unused = [&](test::RecordBuilder builder) {
        const auto session = session::Session::open({m_folder.write("record", builder.bytes())}, {}, {});
        const auto summary = session ? inventory::summary({**session, "forward"}, {})
                                     : Result<std::shared_ptr<const inventory::MethodSummary>>(session.failure());
        return summary ? textOf((*summary)->data.unusedParameters) : QString("no summary");
    };
    QCOMPARE(unused(test::RecordBuilder()), QString("0 tensors, 0 elements, 0 B"));
    QCOMPARE(unused(test::RecordBuilder().drop(dict)), QString("unknown"));
}

ETSCOPE_TEST(TestSummary)
#include "tst_summary.moc"
