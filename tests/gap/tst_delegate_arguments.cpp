// Constants that a program hands to its delegates, changed in the file: told where they can be one tensor of the record only.
#include <QtTest>
#include <fstream>

#include "join/weights.h"
#include "replay/delegate_arguments.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kFolder = std::string(ETSCOPE_SOURCE_DIR) + "/tests/fixtures/masked_xnnpack/";
constexpr std::int64_t kFirst = 8, kSecond = 12;  // instructions that call delegates with constants

std::shared_ptr<const session::Session> sessionOf(const std::string& program) {
    auto session = session::Session::open({kFolder + "model.etrecord", program}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

/// The program with the first element of these tensors of the record doubled and moved.
class Changed {
public:
    explicit Changed(const std::vector<std::string>& names) {
        const auto session = sessionOf(kFolder + "model.pte");
        const auto weights = join::weights(*session, {});
        if (!weights) qFatal("%s", weights.error().message.c_str());
        std::ifstream file(kFolder + "model.pte", std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(file), {}};
        for (const std::string& name : names) {
            const auto found = (*weights)->of(name, 1);
            if (found.size() != 1) qFatal("the program has no '%s'", name.c_str());
            float item = 0;
            char* at = bytes.data() + found.front()->tensor.storage.offset;
            std::memcpy(&item, at, sizeof item);
            item = 0.5F * item + 1;
            std::memcpy(at, &item, sizeof item);
        }
        std::ofstream(path(), std::ios::binary) << bytes;
    }
    std::string path() const { return m_folder.filePath("changed.pte").toStdString(); }

private:
    QTemporaryDir m_folder;
};

std::optional<replay::ProgramDifference> argumentOf(const std::string& program, std::int64_t instruction) {
    const auto found = replay::delegateArgument({*sessionOf(program), "forward"}, instruction, {});
    if (!found) qFatal("%s", found.error().message.c_str());
    return *found;
}

}  // namespace

class TestDelegateArguments : public QObject {
    Q_OBJECT
private slots:
    void ownConstantsDoNotDiffer() {
        QVERIFY(!argumentOf(kFolder + "model.pte", kFirst));
        QVERIFY(!argumentOf(kFolder + "model.pte", kSecond));
        QVERIFY(!argumentOf(kFolder + "model.pte", 0));    // a kernel
        QVERIFY(!argumentOf(kFolder + "model.pte", 999));  // none
    }

    void aChangedOneIsNamed() {
        const Changed program({"causal_mask"});
        const auto found = argumentOf(program.path(), kFirst);
        const auto other = argumentOf(program.path(), kSecond);
        QVERIFY(found.has_value() != other.has_value());  // one of both takes it
        const replay::ProgramDifference& one = found ? *found : *other;
        QCOMPARE(one.kind, replay::ProgramDifference::Kind::Constant);
        QCOMPARE(one.name, std::string("causal_mask"));
        QVERIFY2(one.text.text().starts_with("1 of 64 elements, first [0,0]: 1 in the program, 0 in the record"),
                 one.text.text().c_str());
        QVERIFY(!one.node.empty());
        QVERIFY(one.recorded && one.recorded->array() != nullptr);
    }

    void severalOfOneShapeAreNotGuessed() {
        const Changed one({"_lifted_tensor_constant2"});
        const auto first = argumentOf(one.path(), kFirst), second = argumentOf(one.path(), kSecond);
        QVERIFY(first || second);
        QCOMPARE((first ? first : second)->name, std::string("_lifted_tensor_constant2"));

        const Changed all({"_lifted_tensor_constant1", "_lifted_tensor_constant2", "_lifted_tensor_constant3"});
        int handed = 0;
        for (const std::int64_t instruction : {kFirst, kSecond}) handed += argumentOf(all.path(), instruction) ? 1 : 0;
        QVERIFY(handed < 2);  // one of the delegates takes two of them
    }
};

ETSCOPE_TEST(TestDelegateArguments)
#include "tst_delegate_arguments.moc"
