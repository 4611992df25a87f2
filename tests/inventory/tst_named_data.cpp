// Named data: which file answers a key, and what is known of alignments.
#include <QtTest>

#include "delegates/payload_builder.h"
#include "inventory/named_data.h"
#include "inventory/sharing.h"
#include "program/program_builder.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensordata/ptd_bytes.h"

using namespace etscope;
using etscope::test::ProgramBuilder;

namespace {

const std::string kInside(8, 'p'), kOutside(8, 'x');

/// A program whose delegate reads the key "w", which the program holds itself.
std::string programWithKey() {
    ProgramBuilder builder;
    builder.addNamedData("w", kInside);
    builder.addNamedData("other", "o");
    auto delegate = std::make_unique<schema::program::BackendDelegateT>();
    delegate->id = "XnnpackBackend";
    delegate->processed = std::make_unique<schema::program::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;  // a segment
    delegate->processed->index = builder.addSegment(test::xnnpackNamedPayload("w"));
    builder.plan().delegates.push_back(std::move(delegate));
    return builder.bytes();
}

std::string weightOf(const session::Session& session) {
    const auto decoded = session.delegate("forward", 0, {});
    if (!decoded || (*decoded)->weights.empty()) return "";
    const auto bytes = (*decoded)->weights.front().bytes.readAll();
    return bytes ? test::toText(*bytes) : "";
}

}  // namespace

class TestNamedData : public QObject {
    Q_OBJECT
private slots:
    /// Named data of the program and of the file beside it: neither is asked whether it knows of the other.
    void copiesInAnotherFile() {
        const std::string content(100, 'w');
        ProgramBuilder program;
        program.addNamedData("tied.weight", content);
        const auto session = session::Session::open({m_folder.write("apart.pte", program.bytes()),
                                                     m_folder.write("apart.ptd", test::ptdBytes({{"output.weight", content}}))},
                                                    {}, {});
        QVERIFY(session);
        const auto map = inventory::sharingMap(**session, {});
        QVERIFY(map && (*map)->shared.size() == 1);
        const inventory::SharedBytes& one = (*map)->shared.front();
        QCOMPARE(one.places.size(), std::size_t(2));
        QVERIFY(one.places[0].file != one.places[1].file);
        for (const inventory::BytesUser& user : one.users)
            QCOMPARE(user.name, std::string(one.places[user.place].file == 0 ? "tied.weight" : "output.weight"));
    }

    void externalDataComeFirst() {
        const std::string program = m_folder.write("model.pte", programWithKey());
        const std::string external = m_folder.write("weights.ptd", test::ptdBytes({{"w", kOutside}}));
        const auto alone = session::Session::open({program}, {}, {});
        QVERIFY(alone);
        QCOMPARE(weightOf(**alone), kInside);
        QVERIFY(!(*alone)->diagnostics().has("named-data-shadowed"));
        for (const auto& order : {std::vector{program, external}, std::vector{external, program}}) {
            const auto both = session::Session::open(order, {}, {});
            QVERIFY(both);
            QCOMPARE(weightOf(**both), kOutside);
            QVERIFY((*both)->diagnostics().has("named-data-shadowed"));
            const auto data = inventory::namedData(**both, false, {});
            QVERIFY(data);
            for (const inventory::NamedDataRow& row : data->rows) {
                const bool inside = (*both)->files()[row.file].program != nullptr;
                QCOMPARE(row.shadowedBy.has_value(), inside && row.key == "w");
                QCOMPARE(row.users.size(), std::size_t(!inside && row.key == "w" ? 1 : 0));
            }
        }
    }
    void twoExternalFilesWithOneKey() {
        const auto session = session::Session::open({m_folder.write("a.ptd", test::ptdBytes({{"w", "1"}, {"x", "2"}})),
                                                     m_folder.write("b.ptd", test::ptdBytes({{"w", "3"}}))},
                                                    {}, {});
        QVERIFY(session);
        QVERIFY((*session)->diagnostics().has("named-data-twice"));
    }
    void alignmentIsNotInvented() {
        const auto session = session::Session::open({m_folder.write("alone.pte", programWithKey())}, {}, {});
        QVERIFY(session);
        const auto data = inventory::namedData(**session, false, {});
        QVERIFY(data && !data->rows.empty());
        QVERIFY(!data->rows[0].alignment);
        QVERIFY(data->rows[0].divisor >= 16);
    }

private:
    test::TempDir m_folder;
};

ETSCOPE_TEST(TestNamedData)
#include "tst_named_data.moc"
