// Every file of tests/pickle/data against what PyTorch itself said about it when it wrote them (make_data.py): leaves in order,
// scalars, tensors with shape, strides, storage and bytes, quantized values; and the public torch.save files of the corpus.
#include <QtTest>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "pickle/torch_archive.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "tensor/element_reader.h"

using namespace etscope;
using nlohmann::json;

class TestTorchReference : public QObject {
    Q_OBJECT
private slots:
    void files_data();
    void files();
    void corpus_data();
    void corpus();
};

namespace {

json expectations() {
    std::ifstream file(ETSCOPE_SOURCE_DIR "/tests/pickle/data/expected.json");
    return json::parse(file, nullptr, false);
}

std::string hex(std::span<const std::byte> bytes) {
    QByteArray array(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return array.toHex().toStdString();
}

/// PyTorch's name of an element type.
std::string torchName(ScalarType type) {
    static const std::map<std::string, std::string, std::less<>> kNames{{"f32", "float32"},
                                                                        {"f64", "float64"},
                                                                        {"f16", "float16"},
                                                                        {"bf16", "bfloat16"},
                                                                        {"i8", "int8"},
                                                                        {"i16", "int16"},
                                                                        {"i32", "int32"},
                                                                        {"i64", "int64"},
                                                                        {"u8", "uint8"},
                                                                        {"u16", "uint16"},
                                                                        {"u32", "uint32"},
                                                                        {"u64", "uint64"},
                                                                        {"c32", "complex32"},
                                                                        {"c64", "complex64"},
                                                                        {"c128", "complex128"},
                                                                        {"f8e5m2", "float8_e5m2"},
                                                                        {"f8e4m3fn", "float8_e4m3fn"},
                                                                        {"f8e5m2fnuz", "float8_e5m2fnuz"},
                                                                        {"f8e4m3fnuz", "float8_e4m3fnuz"},
                                                                        {"f8e8m0fnu", "float8_e8m0fnu"}};
    const std::string name(scalarTypeName(type));
    const auto hit = kNames.find(name);
    return hit == kNames.end() ? name : hit->second;
}

/// The first difference between a tensor and what PyTorch said, or "".
std::string tensorProblem(const tensor::Tensor& tensor, const json& wanted) {
    static const std::map<std::string, tensor::DataState> kStates{{"dense", tensor::DataState::Dense},
                                                                  {"meta", tensor::DataState::Meta},
                                                                  {"sparse", tensor::DataState::Sparse},
                                                                  {"opaque", tensor::DataState::Opaque}};
    if (tensor.state != kStates.at(wanted["state"])) return "state";
    if (tensor.state != tensor::DataState::Dense) return {};
    if (torchName(tensor.type) != wanted["dtype"]) return "dtype " + torchName(tensor.type);
    if (json(tensor.shape) != wanted["shape"]) return "shape";
    if (json(tensor.effectiveStrides()) != wanted["strides"]) return "strides";
    if (tensor.storageOffset != wanted["offset"]) return "offset";
    if (tensor.storage.size != wanted["storage_bytes"].get<std::uint64_t>()) return "storage size";
    if (tensor.conjugate != wanted["conj"] || tensor.negate != wanted["neg"]) return "lazy bits";
    auto reader = tensor::ElementReader::open(tensor);
    if (!reader) return reader.error().message;
    if (reader->count() == 0) return {};
    if (wanted.contains("bytes")) {
        const auto items = reader->items(0, static_cast<std::size_t>(reader->count()));
        if (!items) return items.error().message;
        // Packed and quantized bytes are those of the integers.
        if (hex(*items) != wanted["bytes"]) return "bytes " + hex(*items);
    }
    if (wanted.contains("scales") && (!tensor.quantization || json(tensor.quantization->scales) != wanted["scales"] ||
                                      json(tensor.quantization->zeroPoints) != wanted["zero_points"]))
        return "quantization";
    const char* values = wanted.contains("real") ? "real" : "resolved";
    if (!wanted.contains(values) || reader->complex()) return {};
    const auto real = reader->doubles(0, static_cast<std::size_t>(reader->count()));
    if (!real || real->size() != wanted[values].size()) return "number of values";
    for (std::size_t i = 0; i < real->size(); ++i)
        if (std::abs((*real)[i] - wanted[values][i].get<double>()) > 1e-6 * std::abs((*real)[i]))
            return "value " + std::to_string(i);
    return {};
}

/// The same for any leaf.
std::string leafProblem(const pickle::Artifact& artifact, pickle::ValueId id, const json& wanted) {
    const std::string kind = wanted["kind"];
    if (kind == "tensor") {
        const auto tensor = artifact.tensor(id);
        return tensor ? tensorProblem(*tensor, wanted) : "no tensor";
    }
    const tensor::Value value = artifact.leaf(id);
    if (kind == "none") return std::holds_alternative<tensor::None>(value) ? "" : "not None";
    if (kind == "bool") return std::get_if<bool>(&value) != nullptr && std::get<bool>(value) == wanted["value"] ? "" : "bool";
    if (kind == "int")
        return std::get_if<std::int64_t>(&value) != nullptr && std::to_string(std::get<std::int64_t>(value)) == wanted["value"]
                   ? ""
                   : "int";
    if (kind == "double") {
        const double real = std::strtod(wanted["value"].get<std::string>().c_str(), nullptr);
        const auto* mine = std::get_if<double>(&value);
        return mine != nullptr && (*mine == real || (std::isnan(*mine) && std::isnan(real))) &&
                       std::signbit(*mine) == std::signbit(real)
                   ? ""
                   : "double";
    }
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr && *text == wanted["value"] ? "" : "text " + (text != nullptr ? *text : std::string());
}

}  // namespace

void TestTorchReference::files_data() {
    QTest::addColumn<QString>("name");
    const json all = expectations();
    QVERIFY(all.is_object() && all.size() > 20);
    for (const auto& [name, rows] : all.items()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestTorchReference::files() {
    QFETCH(QString, name);
    const auto content = test::readFile(std::string(ETSCOPE_SOURCE_DIR "/tests/pickle/data/") + name.toStdString());
    QVERIFY(content);
    const auto bytes = test::toBytes(*content);
    QVERIFY(!bytes.empty());
    Diagnostics diagnostics;
    const auto artifact = pickle::Artifact::open(ByteRange::whole(Source::fromBytes(bytes, name.toStdString())), diagnostics);
    QVERIFY2(artifact, artifact ? "" : artifact.error().message.c_str());
    const json wanted = expectations()[name.toStdString()];
    std::size_t at = 0;
    std::string problem;
    std::map<std::string, int> storages;  ///< ours → PyTorch's
    (*artifact)->forEachLeaf((*artifact)->root(), pickle::LeafScope::Flat, [&](const pickle::Path& path, pickle::ValueId id) {
        if (at >= wanted.size()) return false;
        const json& row = wanted[at++];
        problem = pickle::pathText(path) != row[0].get<std::string>() ? "path " + pickle::pathText(path)
                                                                      : leafProblem(**artifact, id, row[1]);
        if (problem.empty() && row[1].contains("storage") && row[1]["storage_bytes"] > 0) {
            const auto [hit, fresh] = storages.try_emplace((*artifact)->tensor(id)->storageId, row[1]["storage"].get<int>());
            if (hit->second != row[1]["storage"]) problem = "shares another storage";
        }
        if (!problem.empty()) problem = row[0].get<std::string>() + ": " + problem;
        return problem.empty();
    });
    QVERIFY2(problem.empty(), problem.c_str());
    QCOMPARE(at, wanted.size());
}

void TestTorchReference::corpus_data() {
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(ETSCOPE_SHARED_DIR "/corpus/torchsave"));
    for (const QString& name : folder.entryList(QDir::Files)) QTest::newRow(qPrintable(name)) << folder.filePath(name);
    if (folder.entryList(QDir::Files).isEmpty()) QTest::newRow("none") << QString();
}

/// Opens, or says by a code why not; every tensor then has a state.
void TestTorchReference::corpus() {
    QFETCH(QString, path);
    if (path.isEmpty()) QSKIP("the shared corpus is not there");
    const auto source = Source::open(path.toStdString());
    QVERIFY(source);
    Diagnostics diagnostics;
    const auto artifact = pickle::Artifact::open(ByteRange::whole(*source), diagnostics);
    if (!artifact) {
        QVERIFY(!artifact.error().code.empty() && !artifact.error().message.empty());
        return;
    }
    std::size_t tensors = 0;
    (*artifact)->forEachLeaf((*artifact)->root(), pickle::LeafScope::WithInner, [&](const pickle::Path&, pickle::ValueId id) {
        if (const auto tensor = (*artifact)->tensor(id)) {
            ++tensors;
            if (tensor->state == tensor::DataState::Unreadable && tensor->note.empty()) return false;
            if (tensor->state == tensor::DataState::Dense && !tensor->validate()) tensors = 1'000'000'000;
        }
        return tensors < 100'000;
    });
    QVERIFY(tensors < 1'000'000'000);
}

ETSCOPE_TEST(TestTorchReference)
#include "tst_torch_reference.moc"
