// The program's constants against the record's: which one differs, and where; constants of a lower precision.
#include <QFile>
#include <QtTest>
#include <filesystem>

#include "findings/lint.h"
#include "inventory/tensor_rows.h"
#include "join/constants.h"
#include "join/joins.h"
#include "join/weights.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kConstantsFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

std::shared_ptr<const session::Session> constantsOpen(const std::string& fixture) {
    auto opened = session::Session::open(
        {kConstantsFixtures + fixture + "/model.etrecord", kConstantsFixtures + fixture + "/model.pte"}, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

std::string textOf(const Sentence& sentence) { return sentence.text(); }
join::ConstantsCompared compare(const session::Session& session) { return **join::constants(session, {}); }

}  // namespace

class TestConstants : public QObject {
    Q_OBJECT
private slots:
    /// Every weight of the program, one after the other, with its last element changed: none passes as the record's.
    void everyConstantIsLookedAtWhole() {
        const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
        const auto healthy = session::Session::open({folder + "model.etrecord", folder + "model.pte"}, {}, {});
        QVERIFY(healthy);
        const join::WeightsCompared all = compare(**healthy).constants;
        QVERIFY(all.all >= 10 && all.unread == 0);
        QCOMPARE(all.looked + all.uniform, all.all);
        const test::TempDir temp;
        std::size_t changed = 0;
        for (const inventory::TensorRow& row : **inventory::tensors(**healthy, {})) {
            if (row.role != inventory::TensorRole::Constant || &(*healthy)->files()[row.file] != (*healthy)->programFile())
                continue;
            if (row.tensor.elementCount() == 1U) continue;  // one value throughout, whatever it is
            QFile original(QString::fromStdString(folder + "model.pte"));
            QVERIFY(original.open(QIODevice::ReadOnly));
            QByteArray bytes = original.readAll();
            const auto last = static_cast<qsizetype>(row.tensor.storage.offset + *row.tensor.byteCount() - 1);
            bytes[last] = static_cast<char>(bytes[last] ^ 0x04);
            const std::string path = temp.write("model.pte", {bytes.data(), static_cast<std::size_t>(bytes.size())});
            const auto session = session::Session::open({folder + "model.etrecord", path}, {}, {});
            QVERIFY(session);
            const join::ConstantsCompared compared = compare(**session);
            QVERIFY(compared.constants.found() + compared.constants.uniform < all.found() + all.uniform);
            ++changed;
        }
        QVERIFY(changed + 2 >= all.all);
    }

    void theOneThatDiffers() {
        if (!std::filesystem::exists(kConstantsFixtures)) QSKIP("the shared fixtures are not here");
        const auto session = constantsOpen("fault_weight");
        const auto compared = compare(*session);
        QCOMPARE(compared.constants.looked, compared.constants.found() + 1);
        QCOMPARE(compared.different.size(), std::size_t(1));
        const std::string text = compared.different.front().text().text();
        QVERIFY2(text.starts_with("out.weight f32[8,16]: 1 of 128 elements differs, first [3,5]: "), text.c_str());
        QVERIFY(text.find(" in the program, ") != std::string::npos && text.ends_with(" in the record"));
        const join::Join join = join::joins(*session, {}).front();
        QCOMPARE(join.differences.size(), std::size_t(1));
        QCOMPARE(join.differences.front().name, compared.different.front().name);
        QCOMPARE(join.evidence.back().text(), "constant-differs: " + text);
        const auto lint = findings::lint(*session, {});
        QVERIFY(lint && std::ranges::count(*lint, std::string("constant-differs"), &findings::LintFinding::code) == 1);
    }

    void anEarlyWeight() {
        if (!std::filesystem::exists(kConstantsFixtures)) QSKIP("the shared fixtures are not here");
        const auto compared = compare(*constantsOpen("fault_early"));
        QCOMPARE(compared.different.size(), std::size_t(1));
        QVERIFY2(compared.different.front().name.find("attn.proj") != std::string::npos, compared.different.front().name.c_str());
    }

    void roundedOnes() {
        if (!std::filesystem::exists(kConstantsFixtures)) QSKIP("the shared fixtures are not here");
        const auto session = constantsOpen("fault_half");
        const auto compared = compare(*session);
        QCOMPARE(compared.constants.rounded, std::size_t(3));
        QCOMPARE(compared.constants.roundedTo, std::string("f16"));
        QVERIFY(compared.different.empty());
        const join::Join join = join::joins(*session, {}).front();
        QVERIFY(join.state != join::JoinState::Mismatched);
        QVERIFY(std::ranges::count(join.evidence, std::string("3 of 3 constants are the record's, rounded to f16"), textOf) == 1);
    }

    void healthyOnes() {
        if (!std::filesystem::exists(kConstantsFixtures)) QSKIP("the shared fixtures are not here");
        for (const char* fixture : {"vlm_portable", "cnn_portable", "llama", "quant_cnn_portable", "vit", "mixed_delegates",
                                    "shared_weights", "mismatched"}) {
            const auto compared = compare(*constantsOpen(fixture));
            const std::string first = compared.different.empty() ? std::string() : compared.different.front().text().text();
            QVERIFY2(compared.different.empty(), (fixture + std::string(": ") + first).c_str());
        }
    }

    /// The same model after another training: shapes, calls and names agree, and no weight inside the delegates is the record's.
    void anotherTrainingInsideDelegates() {
        const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/delegated/";
        const auto stateWith = [&folder](const char* program) {
            const auto session = session::Session::open({folder + "model.etrecord", folder + program}, {}, {});
            if (!session) qFatal("%s", session.error().message.c_str());
            return join::joins(**session, {}).front().state;
        };
        QCOMPARE(stateWith("model.pte"), join::JoinState::Matched);
        QCOMPARE(stateWith("other.pte"), join::JoinState::Mismatched);
    }

    /// No weight is the record's byte for byte: those that are it with the norm behind them folded in tell that the files belong
    /// together, of another training nothing is said.
    void foldedNorms() {
        const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/folded/";
        for (const auto& [file, folded, state] : {std::tuple{"model.pte", std::size_t{2}, join::JoinState::Matched},
                                                  {"other.pte", std::size_t{0}, join::JoinState::Unknown}}) {
            const auto session = session::Session::open({folder + "model.etrecord", folder + file}, {}, {});
            QVERIFY(session);
            const join::ConstantsCompared compared = compare(**session);
            QCOMPARE(compared.inside.folded, folded);
            QVERIFY(compared.inside.found() == 0 && compared.different.empty());
            const auto joins = join::joins(**session, {});
            const auto one = std::ranges::find(joins, std::string("pte"), &join::Join::from);
            QVERIFY(one != joins.end());
            QCOMPARE(join::joinStateName(one->state), join::joinStateName(state));
        }
    }

    /// One linear of two is another training's, as with an adapter: they belong together, and its two weights differ.
    void anotherLayerInsideADelegate() {
        const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/delegated/";
        const auto bytesOf = [&folder](const char* name) {
            QFile file(QString::fromStdString(folder + name));
            if (!file.open(QIODevice::ReadOnly)) qFatal("%s", name);
            return file.readAll();
        };
        const auto other = session::Session::open({folder + "model.etrecord", folder + "other.pte"}, {}, {});
        QVERIFY(other);
        QByteArray bytes = bytesOf("model.pte");
        const QByteArray others = bytesOf("other.pte");
        for (const join::StoredWeight& weight : (*join::weights(**other, {}))->weights())
            if (weight.nameInRecord().starts_with("second."))
                bytes.replace(static_cast<qsizetype>(weight.tensor.storage.offset),
                              static_cast<qsizetype>(weight.tensor.storage.size),
                              others.mid(static_cast<qsizetype>(weight.tensor.storage.offset),
                                         static_cast<qsizetype>(weight.tensor.storage.size)));
        const test::TempDir temp;
        const std::string path = temp.write("model.pte", {bytes.data(), static_cast<std::size_t>(bytes.size())});
        const auto mixed = session::Session::open({folder + "model.etrecord", path}, {}, {});
        QVERIFY(mixed);
        const join::Join files = join::joins(**mixed, {}).front();
        QCOMPARE(files.state, join::JoinState::Matched);
        QCOMPARE(files.differences.size(), std::size_t(2));
        QVERIFY(textOf(files.differences.front().text()).starts_with("second.weight f32[4,12]: "));
        QVERIFY(textOf(files.differences.back().text()).starts_with("second.bias f32[4]: "));
    }
};

ETSCOPE_TEST(TestConstants)
#include "tst_constants.moc"
