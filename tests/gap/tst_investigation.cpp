// One answer for all who ask: found values where they fit, computed ones else, each made once.
#include <QtTest>

#include "causes/investigation.h"
#include "support/test_case.h"

using namespace etscope;
using causes::ReferenceChoice;

namespace {

std::shared_ptr<const session::Session> sample() {
    const auto session = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"}, {}, {});
    return session ? *session : nullptr;
}

gap::GapRow row(gap::GapState state) {
    gap::GapRow made;
    made.state = state;
    if (state == gap::GapState::Ok) made.result = tensor::ComparisonResult{.metrics = tensor::Metrics()};
    return made;
}

}  // namespace

class TestInvestigation : public QObject {
    Q_OBJECT
private slots:
    /// A file of the session has values of the decoder's last run; of the encoder none has.
    void foundElseComputed() {
        const auto session = sample();
        QVERIFY(session != nullptr);
        const auto decoder = causes::investigate({*session, "text_decoder"}, {}, {}, {});
        QVERIFY(decoder);
        QVERIFY(decoder->held.references->computed() == nullptr);
        QCOMPARE(decoder->held.run, std::optional<std::size_t>(9));
        QCOMPARE(decoder->origins.size(), decoder->held.table.rows.size());
        QVERIFY(!causes::isMisfit(decoder->held.table));
        const auto encoder = causes::investigate({*session, "vision_encoder"}, {}, {}, {});
        QVERIFY(encoder);
        QVERIFY(encoder->held.references->computed() != nullptr);
        QVERIFY(!encoder->beginning);
        const auto computed = causes::investigate({*session, "text_decoder"}, {.kind = ReferenceChoice::Kind::Computed}, {}, {});
        QVERIFY(computed && computed->held.references->computed() != nullptr);
    }

    /// Neither references nor judgements depend on the tolerance: whoever asks gets the same.
    void madeOnce() {
        const auto session = sample();
        QVERIFY(session != nullptr);
        gap::GapOptions strict;
        strict.tolerance = {0, 0, true};
        const auto first = causes::investigate({*session, "vision_encoder"}, {}, {}, {}),
                   second = causes::investigate({*session, "vision_encoder"}, {}, strict, {});
        QVERIFY(first && second);
        QCOMPARE(second->held.references.get(), first->held.references.get());
        QCOMPARE(second->audited.get(), first->audited.get());
        QCOMPARE(causes::knownAudit(*session, first->held, {}, {}).get(), first->audited.get());
        QVERIFY(causes::knownReferences({*session, "token_embedding"}, std::nullopt, {}) == nullptr);
    }

    /// Values that do not fit are those of another call: who found them computes, who named them is told.
    void misfits() {
        gap::GapTable table;
        table.rows = {row(gap::GapState::Ok), row(gap::GapState::Ok), row(gap::GapState::ShapeMismatch)};
        QVERIFY(!causes::isMisfit(table));
        table.rows.push_back(row(gap::GapState::ShapeMismatch));
        QVERIFY(causes::isMisfit(table));
        table.rows = {row(gap::GapState::NoReference)};
        QVERIFY(!causes::isMisfit(table));

        const auto session = sample();
        QVERIFY(session != nullptr);
        gap::GapOptions ofFirst;
        ofFirst.run = 5;  // the values are of run 9
        const auto found = causes::investigate({*session, "text_decoder"}, {}, ofFirst, {});
        QVERIFY(found && found->held.references->computed() != nullptr);
        const ReferenceChoice named{.kind = ReferenceChoice::Kind::File,
                                    .file = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/reference-text_decoder.npz"};
        const auto asked = causes::investigate({*session, "text_decoder"}, named, ofFirst, {});
        QVERIFY(asked && asked->held.references->computed() == nullptr);
        QVERIFY(causes::isMisfit(asked->held.table));
    }

    void cancels() {
        const auto session = sample();
        QVERIFY(session != nullptr);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(causes::investigate({*session, "vision_encoder"}, {}, {}, {stop.get_token(), {}}).cancelled());
        QVERIFY(causes::investigate({*session, "vision_encoder"}, {}, {}, {}));  // what was stopped is not kept
    }
};

ETSCOPE_TEST(TestInvestigation)
#include "tst_investigation.moc"
