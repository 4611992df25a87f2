// Weights inside delegates against the record's: a delegate of the same model with other weights, and one with its own.
#include <QtTest>
#include <algorithm>

#include "replay/delegate_weights.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kDelegateWeightsFolder = std::string(ETSCOPE_SOURCE_DIR) + "/tests/fixtures/delegated/";

std::vector<replay::DelegateWeight> weightsOf(const std::string& program, std::size_t delegate) {
    const auto session =
        session::Session::open({kDelegateWeightsFolder + "model.etrecord", kDelegateWeightsFolder + program}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    const auto found = replay::delegateWeights({**session, "forward"}, delegate, {});
    if (!found) qFatal("%s", found.error().message.c_str());
    return *found;
}

}  // namespace

class TestDelegateWeights : public QObject {
    Q_OBJECT
private slots:
    void ownWeightsDoNotDiffer() {
        QCOMPARE(weightsOf("model.pte", 0).size(), std::size_t{0});
        QCOMPARE(weightsOf("model.pte", 1).size(), std::size_t{0});
    }

    void weightsAndBiasesDiffer() {
        for (const std::size_t delegate : {std::size_t{0}, std::size_t{1}}) {
            const auto found = weightsOf("other.pte", delegate);
            const auto named = [&](std::string_view end) {
                return std::ranges::any_of(found, [&](const replay::DelegateWeight& one) { return one.name.ends_with(end); });
            };
            QVERIFY(named("weight"));
            QVERIFY(named("bias"));
            for (const replay::DelegateWeight& one : found) {
                QCOMPARE(one.kind, replay::DelegateWeight::Kind::Differs);
                QVERIFY(!one.nodes.empty());
            }
        }
    }
};

ETSCOPE_TEST(TestDelegateWeights)
#include "tst_delegate_weights.moc"
