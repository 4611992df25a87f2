// Ways that must agree: the exports of tests/fixtures/consistency, each of which says in its truth.json which check finds it; roles
// of inputs; what is not asked is said.
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "consistency/consistency.h"
#include "support/test_case.h"

using namespace etscope;
using consistency::Role;
using consistency::State;

namespace {

const std::string kConsistencyCases = ETSCOPE_SOURCE_DIR "/tests/fixtures/consistency/";

consistency::MethodConsistency consistencyIn(const std::string& folder, const consistency::Options& options = {}) {
    const auto session = session::Session::open({folder + "/model.etrecord"}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    auto made = consistency::consistencyOf({**session, "forward"}, options, {});
    if (!made) qFatal("%s", made.error().message.c_str());
    return *std::move(made);
}

const consistency::CheckResult& checkIn(const consistency::MethodConsistency& made, std::string_view id) {
    const auto found = std::ranges::find(made.checks, id, &consistency::CheckResult::id);
    if (found == made.checks.end()) qFatal("no such check");
    return *found;
}

QString namedBy(const consistency::CheckResult& check) {
    if (!check.blame) return {};
    const consistency::Blame& blame = *check.blame;
    return QString::fromStdString(blame.first.node + " " + blame.first.target + " " + blame.first.constant + " " +
                                  blame.first.source + " " + blame.state);
}

}  // namespace

class TestConsistency : public QObject {
    Q_OBJECT

private slots:
    void findsWhatIsWrong_data() {
        QTest::addColumn<QString>("folder");
        for (const char* name :
             {"batch", "batch_mean", "causal", "causal_leak", "causal_table", "conv_state", "conv_state_wrong", "decoder",
              "decoder_chunk", "decoder_reset", "noise", "noise_off", "padding", "padding_mean", "ring", "ring_wrap"})
            QTest::newRow(name) << QString(name);
    }
    void findsWhatIsWrong() {
        QFETCH(QString, folder);
        const std::string path = kConsistencyCases + folder.toStdString();
        const auto truth = nlohmann::json::parse(std::ifstream(path + "/truth.json"));
        const auto made = consistencyIn(path);
        QCOMPARE(made.checks.size(), consistency::checkNames().size());
        for (const auto& check : made.checks) {
            QVERIFY2(!check.reason.empty(), check.id.c_str());
            if (truth["healthy"]) QVERIFY2(check.state != State::Disagree, check.id.c_str());
            if (check.state == State::Agree) QVERIFY2(check.compared > 0, check.id.c_str());
        }
        if (truth["healthy"]) return;
        const auto& found = checkIn(made, truth["check"].get<std::string>());
        QVERIFY(found.state == State::Disagree);
        QVERIFY2(namedBy(found).contains(QString::fromStdString(truth["where"].get<std::string>())), qPrintable(namedBy(found)));
        QVERIFY2(namedBy(found).contains("consistency_models.py:"), qPrintable(namedBy(found)));
    }

    void theStateThatCarriesItIsTold() {
        const auto made = consistencyIn(kConsistencyCases + "conv_state_wrong");
        for (const char* id : {"prefill_stepping", "chunks"}) {
            const auto& check = checkIn(made, id);
            QVERIFY(check.state == State::Disagree);
            QCOMPARE(check.blame->state, std::string("conv_state"));
            QCOMPARE(check.blame->first.target, std::string("aten.slice.Tensor"));
            QVERIFY(check.difference > 1000 * check.envelope);
        }
    }

    void rolesAreInferredAndTold() {
        const auto made = consistencyIn(kConsistencyCases + "decoder");
        QCOMPARE(made.roles.size(), std::size_t{2});
        QVERIFY(made.roles[0].role == Role::Tokens);
        QVERIFY(made.roles[1].role == Role::CachePosition || made.roles[1].role == Role::Positions);
        QVERIFY(!made.roles[0].reason.empty() && !made.roles[1].reason.empty());
        QCOMPARE(made.sequence.most, std::int64_t{12});
        QCOMPARE(made.states.size(), std::size_t{3});
        consistency::Options told;
        told.roles["input_pos"] = Role::Unknown;
        const auto other = consistencyIn(kConsistencyCases + "decoder", told);
        QVERIFY(other.roles[1].told && other.roles[1].role == Role::Unknown);
        QVERIFY(checkIn(other, "reset").state == State::NotSetUp);
    }

    void whatIsNotAskedIsSaid() {
        const auto made = consistencyIn(kConsistencyCases + "conv_state");
        const auto& reset = checkIn(made, "reset");
        QVERIFY(reset.state == State::NotSetUp);
        QVERIFY(QString::fromStdString(reset.reason.text()).contains("begins"));
        consistency::Options small;
        small.operations = 2000;
        for (const auto& check : consistencyIn(kConsistencyCases + "decoder", small).checks)
            QVERIFY2(check.state == State::NotSetUp || check.state == State::NotApplicable, check.id.c_str());
    }

    void asksOnlyWhatIsWanted() {
        consistency::Options options;
        options.checks = {"repeat"};
        const auto made = consistencyIn(kConsistencyCases + "noise", options);
        QCOMPARE(made.checks.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(made.checks.front().blame->first.node), QString("dropout"));
        options.checks = {"nonsense"};
        const auto session = session::Session::open({kConsistencyCases + "noise/model.etrecord"}, {}, {});
        const auto wrong = consistency::consistencyOf({**session, "forward"}, options, {});
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, std::string("no-such-check"));
        const auto none = consistency::consistencyOf({**session, "backward"}, {}, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, std::string("no-such-method"));
    }

    void stopsWhenItIsCancelled() {
        const auto session = session::Session::open({kConsistencyCases + "decoder/model.etrecord"}, {}, {});
        std::stop_source stop;
        stop.request_stop();
        const auto made = consistency::consistencyOf({**session, "forward"}, {}, {stop.get_token(), {}});
        QVERIFY(made.cancelled());
    }
};

ETSCOPE_TEST(TestConsistency)
#include "tst_consistency.moc"
