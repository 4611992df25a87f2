// The program's constants against the record's: which one differs, and where; constants of a lower precision.
#include <QtTest>
#include <filesystem>

#include "findings/lint.h"
#include "join/constants.h"
#include "join/joins.h"

using namespace etscope;

namespace {

const std::string kFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

std::shared_ptr<const session::Session> open(const std::string& fixture) {
    auto opened = session::Session::open({kFixtures + fixture + "/model.etrecord", kFixtures + fixture + "/model.pte"}, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

}  // namespace

class TestConstants : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    }

    void theOneThatDiffers() {
        const auto session = open("fault_weight");
        const auto compared = join::compareConstants(*session, {});
        QCOMPARE(compared.looked, compared.same + 1);
        QCOMPARE(compared.different.size(), std::size_t(1));
        const std::string& text = compared.different.front();
        QVERIFY2(text.starts_with("out.weight f32[8,16]: 1 of 128 elements differs, first [3,5]: "), text.c_str());
        QVERIFY(text.find(" in the program, ") != std::string::npos && text.ends_with(" in the record"));
        const join::Join join = join::joins(*session, {}).front();
        QCOMPARE(join.differences, compared.different);
        QCOMPARE(join.evidence.back(), "constant-differs: " + text);
        const auto lint = findings::lint(*session, {});
        QVERIFY(lint && std::ranges::count(*lint, std::string("constant-differs"), &findings::LintFinding::code) == 1);
    }

    void anEarlyWeight() {
        const auto compared = join::compareConstants(*open("fault_early"), {});
        QCOMPARE(compared.different.size(), std::size_t(1));
        QVERIFY2(compared.different.front().find("attn.proj") != std::string::npos, compared.different.front().c_str());
    }

    void roundedOnes() {
        const auto session = open("fault_half");
        const auto compared = join::compareConstants(*session, {});
        QCOMPARE(compared.rounded, std::size_t(3));
        QCOMPARE(compared.roundedTo, std::string("f16"));
        QVERIFY(compared.different.empty());
        const join::Join join = join::joins(*session, {}).front();
        QVERIFY(join.state != join::JoinState::Mismatched);
        QVERIFY(std::ranges::count(join.evidence, std::string("3 of 3 constants are the record's, rounded to f16")) == 1);
    }

    void healthyOnes() {
        for (const char* fixture : {"vlm_portable", "cnn_portable", "llama", "quant_cnn_portable", "vit", "mixed_delegates",
                                    "shared_weights", "mismatched"}) {
            const auto compared = join::compareConstants(*open(fixture), {});
            const std::string first = compared.different.empty() ? std::string() : compared.different.front();
            QVERIFY2(compared.different.empty(), (fixture + std::string(": ") + first).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestConstants)
#include "tst_constants.moc"
