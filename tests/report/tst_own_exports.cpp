// Documents of the project's own exports, held against what other parts of the same files say.
#include <QCryptographicHash>
#include <QFile>
#include <QtTest>
#include <map>
#include <set>

#include "report/documents.h"
#include "report/graph_json.h"
#include "support/own_exports.h"
#include "support/test_case.h"

using namespace etscope;
using report::Json;

class TestOwnExports : public QObject {
    Q_OBJECT
private slots:
    /// The instruction that a planned tensor names is one whose arguments in the plan hold the tensor, and no earlier one that is
    /// not a view's makes it.
    void plannedTensorsNameTheirWriters() {
        const auto session = test::openOwn({"vlm/model.pte"});
        const auto document = report::memoryDocument(*session, {}, {});
        QVERIFY(document);
        int written = 0;
        for (const Json& method : (*document)["methods"]) {
            const program::ExecutionPlan* plan = session->plan(method["method"].get<std::string>());
            for (const Json& tensor : method["tensors"]) {
                const Json& writer = tensor["written_by"];
                const auto value = tensor["value"].get<program::ValueIndex>();
                if (writer.is_null()) continue;
                if (writer.contains("input")) {
                    QCOMPARE(plan->inputs[writer["input"].get<std::size_t>()], value);
                    continue;
                }
                const program::Instruction* instruction = plan->instructionAt(0, writer["instruction"].get<std::int64_t>());
                QVERIFY(instruction != nullptr);
                QVERIFY(tensor["first_use"] == writer["instruction"] ||
                        tensor["first_use"].get<std::int64_t>() <= writer["instruction"]);
                const auto* kernel = std::get_if<program::KernelCall>(instruction);
                const auto* delegate = std::get_if<program::DelegateCall>(instruction);
                QVERIFY(kernel != nullptr || delegate != nullptr);
                const auto& arguments = kernel != nullptr ? kernel->arguments : delegate->arguments;
                const bool named = std::ranges::any_of(arguments, [&](program::ValueIndex one) {
                    const auto* items = plan->tensorItems(one);
                    return one == value || (items != nullptr && std::ranges::find(*items, value) != items->end());
                });
                QVERIFY(named);
                ++written;
            }
        }
        QVERIFY(written > 20);
    }

    /// Values of the plan have the record's names: inputs, states, and what single edge nodes make.
    void plannedTensorsHaveNames() {
        const auto session = test::openOwn({"vlm/model.pte", "vlm/model.etrecord"});
        const auto document = report::memoryDocument(*session, {"text_decoder", {}}, {});
        QVERIFY(document);
        std::set<std::string> names;
        std::size_t values = 0, modules = 0;
        for (const Json& tensor : (*document)["methods"][0]["tensors"]) {
            ++values;
            if (tensor["name_in_record"].is_string()) names.insert(tensor["name_in_record"].get<std::string>());
            modules += tensor["module"].is_string() ? 1U : 0U;
        }
        QVERIFY(names.contains("inputs_embeds") && names.contains("cache_position"));
        QVERIFY2(3 * names.size() >= values && modules > 0, qPrintable(QString("%1 of %2").arg(names.size()).arg(values)));
    }

    /// Every value of the program's graph whose tensor the plan bounds says so, and no other.
    void boundedSizesAreMarked() {
        const auto session = test::openOwn({"vlm/model.pte"});
        const auto document = test::graphJson(*session, {"text_decoder", "program"});
        QVERIFY(document);
        const program::ExecutionPlan* plan = session->plan("text_decoder");
        int bounded = 0, fixed = 0;
        for (const Json& node : (*document)["nodes"])
            for (const Json& output : node["outputs"]) {
                const std::string id = output["id"].get<std::string>();
                const program::TensorInfo* info = plan->tensor(std::stoll(id.substr(1)));
                if (info == nullptr) continue;
                QCOMPARE(output.value("upper_bound", false), info->dynamism != program::Dynamism::Static);
                ++(output.value("upper_bound", false) ? bounded : fixed);
            }
        QVERIFY(bounded > 10 && fixed > 0);
    }

    void hashesAreThoseOfTheBytes() {
        const std::string name = "vlm/out-vision_encoder-0-0.npy";
        QFile file(QString::fromStdString(test::ownFile(name)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray all = file.readAll();
        const auto document = report::tensorsDocument(*test::openOwn({name}), {}, {}, {.hashes = true});
        QVERIFY(document && (*document)["tensors"].size() == 1);
        const Json& row = (*document)["tensors"][0];
        const QByteArray elements = all.mid(row["data_offset"].get<qsizetype>(), row["bytes"].get<qsizetype>());
        QVERIFY(!elements.isEmpty());
        const QByteArray expected = "sha256:" + QCryptographicHash::hash(elements, QCryptographicHash::Sha256).toHex();
        QCOMPARE(QByteArray::fromStdString(row["content_hash"].get<std::string>()), expected);
        const auto plain = report::tensorsDocument(*test::openOwn({name}), {}, {});
        QVERIFY(plain && !(*plain)["tensors"][0].contains("content_hash"));
    }

    /// The decoder's sequence is a size of its first input.
    void symbolsNameTheirSource() {
        const auto document = test::graphJson(*test::openOwn({"vlm/model.etrecord"}), {"text_decoder", "edge"});
        QVERIFY(document);
        const Json& ranges = (*document)["ranges"];
        QVERIFY(!ranges.empty());
        for (const Json& range : ranges) {
            const Json& source = range["source"];
            QVERIFY(source.is_object());
            bool found = false;
            for (const Json& input : (*document)["inputs"])
                if (input["id"] == source["input"]) found = input["shape"][source["axis"].get<std::size_t>()] == range["symbol"];
            QVERIFY(found);
        }
    }
};

ETSCOPE_TEST(TestOwnExports)
#include "tst_own_exports.moc"
