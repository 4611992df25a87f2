// Where errors come from, and which rows are to be blamed.
#include <QtTest>

#include "causes/origin.h"
#include "support/test_case.h"

using namespace etscope;
using causes::Origin;
using evaluate::Verdict;

namespace {

gap::GapRow row(std::int64_t instruction, double error, bool diverges, std::vector<std::string> nodes = {}) {
    gap::GapRow made;
    made.instruction = instruction;
    made.error = error;
    made.diverges = diverges;
    made.nodes = std::move(nodes);
    return made;
}

causes::RowParts parts(double introduced, double constant, double inherited, Verdict verdict) {
    causes::RowParts made{introduced, constant, inherited, replay::AuditRow()};
    made.audit->state = replay::AuditState::Judged;
    made.audit->results = {evaluate::Judgement{.verdict = verdict}};
    return made;
}

causes::Culprit culprit(causes::Cause cause, std::int64_t instruction, std::vector<std::string> nodes = {}) {
    causes::Culprit made;
    made.cause = cause;
    made.run = 0;
    made.instruction = instruction;
    made.nodes = std::move(nodes);
    return made;
}

}  // namespace

class TestOrigin : public QObject {
    Q_OBJECT
private slots:
    /// What is normal by its worst element may not be by all of them.
    void whatIsNotNormalIsSaid() {
        evaluate::Judgement judgement;
        judgement.units = 40, judgement.normal = 12, judgement.spread = 6;
        QCOMPARE(causes::unitsText(judgement), std::string("off by 40 rounding units, up to 12 is normal"));
        judgement.units = 9;
        QCOMPARE(causes::unitsText(judgement), std::string("its elements are off by 6 times what rounding usually does"));
    }

    void originOfParts() {
        const gap::GapRow wrong = row(0, 0.1, true);
        const causes::RowParts kernel = parts(0.1, 0, 1e-7, Verdict::NotRounding),
                               constant = parts(1e-7, 0.1, 1e-7, Verdict::Normal), inherited = parts(1e-7, 0, 0.1, Verdict::Normal);
        QCOMPARE(causes::originOf(wrong, &kernel), Origin::Introduced);
        QCOMPARE(causes::originOf(wrong, &constant), Origin::Constant);
        QCOMPARE(causes::originOf(wrong, &inherited), Origin::Inherited);
        QCOMPARE(causes::originOf(row(0, 0, false), &kernel), Origin::None);
        QCOMPARE(causes::originOf(wrong, nullptr), Origin::Introduced);
        QCOMPARE(causes::originName(Origin::Inherited), std::string_view("inherited"));
    }

    void blamesOfRows() {
        gap::GapTable table;
        table.rows = {row(0, 1e-7, false), row(1, 0.1, true), row(2, 0.1, true),
                      row(3, 1e-4, false), row(4, 0.1, true), row(6, 0.1, true, {"permute", "addmm"})};
        table.firstDivergence.emplace();  // held against what the run was fed
        causes::AuditedGap audited;
        audited.rows = {parts(1e-7, 0, 0, Verdict::Normal),      parts(0.1, 0, 1e-7, Verdict::NotRounding),
                        parts(1e-7, 0, 0.1, Verdict::Normal),    parts(1e-4, 0, 1e-7, Verdict::High),
                        parts(1e-7, 0.01, 0.1, Verdict::Normal), parts(1e-7, 0, 0.1, Verdict::Normal)};
        QVERIFY((causes::blames(table, audited) == std::vector{Origin::None, Origin::Introduced, Origin::Inherited,
                                                               Origin::Introduced, Origin::Constant, Origin::Inherited}));
        // A constant that the call before reads, which has the same debug handle; a call that is right on what it read.
        audited.culprits = {{0,
                             {culprit(causes::Cause::Constant, 5, {"permute"}), culprit(causes::Cause::Lowering, 2),
                              culprit(causes::Cause::State, 0)}}};
        QVERIFY((causes::blames(table, audited) == std::vector{Origin::None, Origin::Introduced, Origin::Introduced,
                                                               Origin::Introduced, Origin::Constant, Origin::Constant}));
        QCOMPARE(causes::rowOf(table, audited.culprits[0].culprits[0]), std::optional<std::size_t>(5));
        QVERIFY(!causes::rowOf(table, culprit(causes::Cause::Kernel, 9)));
    }

    /// Only causes that are of one instruction blame it.
    void blamesOfCauses() {
        gap::GapTable table;
        table.rows = {row(0, 0.1, true)};
        causes::AuditedGap audited;
        audited.rows = {parts(1e-7, 0, 0, Verdict::Normal)};
        const Origin alone = causes::blames(table, audited).front();
        using causes::Cause;
        for (const Cause cause :
             {Cause::Quantisation, Cause::Layout, Cause::State, Cause::Pairing, Cause::OtherReference, Cause::Unknown}) {
            audited.culprits = {{0, {culprit(cause, 0)}}};
            QCOMPARE(causes::blames(table, audited).front(), alone);
        }
    }
};

ETSCOPE_TEST(TestOrigin)
#include "tst_origin.moc"
