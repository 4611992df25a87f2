// Values of a graph that are exported while it is computed: the same as kept ones, and no more held than without the file.
#include <QtTest>
#include <filesystem>

#include "evaluate/reading.h"
#include "io/zip_index.h"
#include "report/documents.h"
#include "stages/computed_graph.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensor/npy.h"

using namespace etscope;
using report::Json;

namespace {

report::EvaluateOptions ofDecoder(const std::string& exportTo) {
    report::EvaluateOptions options;
    options.method = "text_decoder";
    options.exportTo = exportTo;
    return options;
}

std::vector<tensor::NamedTensor> read(const std::string& path) {
    Diagnostics diagnostics;
    const auto source = Source::open(path);
    if (!source) return {};
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics);
    return zip ? tensor::readNpz(*zip, diagnostics) : std::vector<tensor::NamedTensor>{};
}

/// Elements row-major, with their type and shape.
QByteArray textOf(const tensor::Tensor& tensor) {
    const auto bytes = tensor.storage.readAll();
    QByteArray text = QByteArray::number(static_cast<int>(tensor.type));
    for (const std::int64_t size : tensor.shape) text += "," + QByteArray::number(static_cast<qlonglong>(size));
    return text + ":" + QByteArray(reinterpret_cast<const char*>(bytes->data()), static_cast<qsizetype>(bytes->size()));
}

}  // namespace

class TestEvaluateExport : public QObject {
    Q_OBJECT
private slots:
    void sameAsKept() {
        const test::TempDir dir;
        const auto session = test::openOwn({"vlm/model.etrecord"});
        const auto inputs = replay::graphInputs({*session, "text_decoder"}, graph::StageId::edge(), {}, {});
        const auto kept = stages::computeGraph({*session, "text_decoder"}, graph::StageId::edge(), *inputs, {}, {});
        const auto document = report::evaluateDocument(*session, ofDecoder(dir.path("v.npz")), {});
        QVERIFY(kept && document);
        std::vector<std::pair<std::string, const evaluate::Array*>> expected;
        for (const auto& [path, value] : kept->values)
            if (value.array() != nullptr) expected.emplace_back(path, value.array());
        for (std::size_t i = 0; i < kept->userOutputs.size(); ++i)
            expected.emplace_back("output_" + std::to_string(i), kept->userOutputs[i]->array());
        const auto written = read(dir.path("v.npz"));
        QVERIFY(written.size() > 100);
        QCOMPARE(written.size(), expected.size());
        for (std::size_t i = 0; i < written.size(); ++i) {
            QCOMPARE(written[i].name, expected[i].first);
            QCOMPARE(textOf(written[i].tensor), textOf(*evaluate::readTensor(*expected[i].second)));
        }
    }

    void holdsTheLiveSet() {
        const test::TempDir dir;
        const auto session = test::openOwn({"vlm/model.etrecord"});
        const auto without = report::evaluateDocument(*session, ofDecoder(""), {});
        const auto with = report::evaluateDocument(*session, ofDecoder(dir.path("v.npz")), {});
        QVERIFY(without && with);
        QVERIFY((*without)["peak_bytes"] == (*with)["peak_bytes"]);
        QVERIFY(std::filesystem::file_size(dir.path("v.npz")) > 2 * (*with)["peak_bytes"].get<std::uintmax_t>());
    }

    void chosenNodes() {
        const test::TempDir dir;
        const auto session = test::openOwn({"vlm/model.etrecord"});
        auto options = ofDecoder(dir.path("v.npz"));
        options.nodes = {"no_such_node"};
        const auto document = report::evaluateDocument(*session, options, {});
        QVERIFY(document);
        QCOMPARE((*document)["values"].get<int>(), 0);
        for (const auto& named : read(dir.path("v.npz"))) QVERIFY(named.name.starts_with("output_"));
    }

    void cancelledLeavesNothing() {
        const test::TempDir dir;
        const auto session = test::openOwn({"vlm/model.etrecord"});
        std::stop_source stop;
        const JobContext job{stop.get_token(), [&](double fraction) {
                                 if (fraction > 0.5) stop.request_stop();
                             }};
        const auto document = report::evaluateDocument(*session, ofDecoder(dir.path("v.npz")), job);
        QVERIFY(!document);
        QCOMPARE(document.error().code, std::string("cancelled"));
        QVERIFY(dir.names().empty());
    }

    void whatCannotBeWritten() {
        const test::TempDir dir;
        const auto session = test::openOwn({"vlm/model.etrecord"});
        int reports = 0;
        const JobContext job{{}, [&](double) { ++reports; }};
        const auto document = report::evaluateDocument(*session, ofDecoder(dir.path("no/such/v.npz")), job);
        QVERIFY(!document);
        QCOMPARE(document.error().code, std::string("write-failed"));
        QCOMPARE(reports, 0);  // nothing was computed for it
        const auto device = report::evaluateDocument(*session, ofDecoder("/dev/null"), job);
        QVERIFY(!device);
        QCOMPARE(device.error().code, std::string("write-failed"));
        QVERIFY(reports > 0 && reports < 20);  // nor much when the first value could not be
    }
};

ETSCOPE_TEST(TestEvaluateExport)
#include "tst_evaluate_export.moc"
