// Artifact on files made by torch.save: opening costs, odd places, damage, opaque parts, display.
#include <QFile>
#include <QTest>

#include "base/limits.h"
#include "pickle/torch_archive.h"
#include "pickle_bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::pickle;
using namespace pickle_test;
using namespace std::string_literals;
using tensor::DataState;

namespace {

std::string fileBytes(const std::string& name) {
    QFile file(QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/pickle/data/") + QString::fromStdString(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return file.readAll().toStdString();
}

struct Opened {
    std::shared_ptr<const Artifact> artifact;
    Diagnostics diagnostics;
    Error error;
};

Opened open(const ByteRange& range) {
    Opened result;
    auto artifact = Artifact::open(range, result.diagnostics);
    if (artifact) {
        result.artifact = *artifact;
    } else {
        result.error = artifact.error();
    }
    return result;
}
Opened open(const std::string& content) { return open(inMemory(content)); }
std::string errorOf(const std::string& content) { return open(content).error.code; }

/// Everything that a view could ask for; tells apart nothing, only must come back.
void useAll(const Artifact& artifact) {
    for (const NamedValue& leaf : artifact.leaves(artifact.root(), LeafScope::WithInner).values) (void)pathText(leaf.path);
    for (const Child& child : artifact.children(artifact.root())) {
        (void)artifact.text(child.value);
        (void)artifact.typeName(child.value);
        (void)artifact.children(child.value, 0, 10);
    }
}

std::string childLabels(const Artifact& artifact, ValueId id) {
    std::string text;
    for (const Child& child : artifact.children(id))
        text += (text.empty() ? "" : " ") + pathText({child.label}) + "=" + artifact.text(child.value);
    return text;
}

}  // namespace

class TorchArchiveTest : public QObject {
    Q_OBJECT
private slots:
    void opensWithoutStorages();
    void placesBytesInOuterFile();
    void oddAddress();
    void findsKeys();
    void lastDuplicateCounts();
    void opaqueObjects();
    void selfContained();
    void innerTensors();
    void fakeTensors();
    void missingStorage();
    void shortStorage();
    void wrongTensors_data();
    void wrongTensors();
    void inflatedBudget();
    void refusals();
    void billionLaughs();
    void longKeys();
    void truncatedAnywhere();
    void flippedAnywhere();
    void childPages();
};

void TorchArchiveTest::opensWithoutStorages() {
    const std::string content = fileBytes("dtypes.pt");
    const ByteRange range = inMemory(content);
    const auto opened = open(range);
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    QVERIFY(opened.diagnostics.empty());
    QCOMPARE(opened.artifact->format(), ArtifactFormat::TorchZip);
    QVERIFY(range.source->readCount() <= 10);
    const std::uint64_t before = range.source->bytesRead();
    QCOMPARE(opened.artifact->leaves().values.size(), std::size_t{21});
    QVERIFY(range.source->bytesRead() - before <= 21 * 30);  // local headers
}

void TorchArchiveTest::placesBytesInOuterFile() {
    const std::string content = fileBytes("state_dict.pt");
    const auto opened = open(content);
    QVERIFY(opened.artifact != nullptr);
    const auto weight = opened.artifact->tensor(opened.artifact->find("1.weight"));  // filled with 2
    QVERIFY(weight.has_value());
    QCOMPARE(weight->storage.size, std::uint64_t{12});
    QCOMPARE(content.substr(weight->storage.offset, 12), fromHex("00000040 00000040 00000040"));
}

void TorchArchiveTest::oddAddress() {
    for (const char* name : {"views.pt", "legacy_views.pt", "raw_protocol4.pkl", "big_endian.pt"}) {
        const std::string content = fileBytes(name);
        const auto plain = open(content);
        const auto source = inMemory("junk before" + content + "and after").source;
        const auto inner = open(ByteRange{source, 11, content.size()});
        QVERIFY2(plain.artifact && inner.artifact, name);
        const Leaves expected = plain.artifact->leaves();
        const Leaves leaves = inner.artifact->leaves();
        QCOMPARE(leaves.values.size(), expected.values.size());
        for (std::size_t i = 0; i < leaves.values.size(); ++i) {
            const auto* moved = std::get_if<tensor::Tensor>(&leaves.values[i].value);
            const auto* still = std::get_if<tensor::Tensor>(&expected.values[i].value);
            QCOMPARE(moved != nullptr, still != nullptr);
            if (moved == nullptr) continue;
            QCOMPARE(moved->state, DataState::Dense);
            QCOMPARE(moved->storage.offset, still->storage.offset + 11);
            QCOMPARE(*moved->storage.readAll(), *still->storage.readAll());
        }
    }
}

void TorchArchiveTest::findsKeys() {
    const auto opened = open(fileBytes("state_dict.pt"));
    QVERIFY(opened.artifact != nullptr);
    for (const Child& child : opened.artifact->children(opened.artifact->root()))
        QVERIFY(opened.artifact->find(child.label.text) == child.value);
    QVERIFY(!opened.artifact->find("").valid());
    QVERIFY(!opened.artifact->find("1.weigh").valid());
    QVERIFY(!opened.artifact->find("zz").valid());
    QCOMPARE(opened.artifact->typeName(opened.artifact->root()), std::string("OrderedDict"));
    QCOMPARE(opened.artifact->text(opened.artifact->root()), std::string("OrderedDict of 7"));
}

void TorchArchiveTest::lastDuplicateCounts() {
    const auto opened = open(
        "}(\x8C\x01"
        "aK\x01\x8C\x01"
        "bK\x02\x8C\x01"
        "aK\x03u."s);
    QVERIFY(opened.artifact != nullptr);
    QCOMPARE(std::get<std::int64_t>(opened.artifact->leaf(opened.artifact->find("a"))), 3);
    QVERIFY(opened.diagnostics.has("pickle-duplicate-key"));
}

void TorchArchiveTest::opaqueObjects() {
    const auto opened = open(fileBytes("opaque.pt"));
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    const Artifact& artifact = *opened.artifact;
    const ValueId box = artifact.find("box");
    QCOMPARE(artifact.shape(box), Shape::Object);
    QCOMPARE(artifact.typeName(box), std::string("sample.module.Box"));
    QCOMPARE(childLabels(artifact, box), std::string("weight=f32[2] inner=opaque Python object sample.module.Box"));
    QCOMPARE(artifact.text(artifact.find("bytes")), std::string("b\"ab\\xFF\""));
    QCOMPARE(artifact.text(artifact.find("array")), std::string("b\"\\x00\\x80\""));
    QCOMPARE(artifact.text(artifact.find("complex")), std::string("(1-2j)"));
    QCOMPARE(artifact.typeName(artifact.find("set")), std::string("set"));
    QCOMPARE(artifact.typeName(artifact.find("frozen")), std::string("frozenset"));
    QCOMPARE(artifact.typeName(artifact.find("range")), std::string("builtins.xrange"));
    QVERIFY(artifact.tensor(artifact.find("after"))->state == DataState::Dense);
    QVERIFY(opened.diagnostics.has("pickle-opaque-global"));
    bool counted = false;
    for (const Diagnostic& d : opened.diagnostics.items())
        counted = counted ||
                  (d.message.find("sample.module.Box") != std::string::npos && d.message.find("2 objects") != std::string::npos);
    QVERIFY(counted);
    std::vector<std::string> paths;
    for (const NamedValue& leaf : artifact.leaves(box).values) paths.push_back(pathText(leaf.path));
    QCOMPARE(paths, (std::vector<std::string>{"weight", "inner.name", "inner.values[0]", "inner.values[1]"}));
}

void TorchArchiveTest::selfContained() {
    const auto opened = open(fileBytes("opaque.pt"));
    QVERIFY(opened.artifact != nullptr);
    const ValueId loop = opened.artifact->find("loop");
    const Leaves leaves = opened.artifact->leaves(loop);
    QVERIFY(!leaves.complete);
    QCOMPARE(leaves.values.size(), std::size_t{1});
    QVERIFY(opened.artifact->children(loop)[1].value == loop);
    // The cycle ends only its own part of the tree.
    const Leaves all = opened.artifact->leaves();
    QCOMPARE(pathText(all.values.back().path), std::string("after"));
}

void TorchArchiveTest::innerTensors() {
    const auto opened = open(fileBytes("odd_tensors.pt"));
    QVERIFY(opened.artifact != nullptr);
    const Artifact& artifact = *opened.artifact;
    QCOMPARE(childLabels(artifact, artifact.find("coo")), std::string("indices=i64[2,3] values=f32[3]"));
    QCOMPARE(childLabels(artifact, artifact.find("csr")), std::string("crow_indices=i64[3] col_indices=i64[2] values=f32[2]"));
    QCOMPARE(childLabels(artifact, artifact.find("csc")), std::string("ccol_indices=i64[3] row_indices=i64[2] values=f32[2]"));
    QCOMPARE(childLabels(artifact, artifact.find("nested")),
             std::string("values=f32[9] sizes=i64[2,2] strides=i64[2,2] storage_offsets=i64[2]"));
    QCOMPARE(childLabels(artifact, artifact.find("noted")), std::string("label=\"kept\""));
    QCOMPARE(childLabels(artifact, artifact.find("tagged")), std::string("extra=i64[1]"));
    QCOMPARE(artifact.typeName(artifact.find("parameter")), std::string("Parameter"));
    QCOMPARE(artifact.typeName(artifact.find("noted")), std::string("Parameter"));
    QCOMPARE(artifact.typeName(artifact.find("tagged")), std::string("sample.module.Tagged"));
    QCOMPARE(artifact.typeName(artifact.find("coo")), std::string("Tensor"));
    const std::size_t flat = artifact.leaves().values.size();
    const auto inner = artifact.leaves(artifact.root(), LeafScope::WithInner).values;
    QCOMPARE(inner.size(), flat + 2 + 3 + 3 + 4 + 1);
    QCOMPARE(pathText(inner[1].path), std::string("coo.indices"));

    const auto quantized = open(fileBytes("quantized.pt"));
    QCOMPARE(childLabels(*quantized.artifact, quantized.artifact->find("channels")),
             std::string("scales=f64[3] zero_points=i64[3]"));
}

void TorchArchiveTest::fakeTensors() {
    const auto opened = open(fileBytes("fake.pt"));
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    const auto weight = opened.artifact->tensor(opened.artifact->find("w"));
    const auto bias = opened.artifact->tensor(opened.artifact->find("b"));
    QVERIFY(weight && bias);
    QCOMPARE(weight->state, DataState::Meta);
    QCOMPARE(weight->type, ScalarType::F32);
    QCOMPARE(weight->shape, (std::vector<std::int64_t>{2, 3}));
    QVERIFY(weight->requiresGrad);
    QCOMPARE(bias->type, ScalarType::I64);
    QVERIFY(!bias->requiresGrad);
}

void TorchArchiveTest::missingStorage() {
    std::string content = fileBytes("views.pt");
    // The name of one storage record, in its directory entry.
    const std::size_t at = content.rfind("archive/data/1");
    QVERIFY(at != std::string::npos);
    content[at + 13] = 'x';
    const auto opened = open(content);
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    QVERIFY(opened.diagnostics.has("torch-save-storage-missing"));
    const auto expanded = opened.artifact->tensor(opened.artifact->find("expanded"));
    QCOMPARE(expanded->state, DataState::Unreadable);
    QVERIFY(expanded->note.find("no storage \"1\"") != std::string::npos);
    QCOMPARE(expanded->shape, (std::vector<std::int64_t>{3, 4}));
    QCOMPARE(opened.artifact->tensor(opened.artifact->find("base"))->state, DataState::Dense);
}

void TorchArchiveTest::shortStorage() {
    std::string content = fileBytes("legacy_views.pt");
    content.resize(content.size() - 8);
    const auto opened = open(content);
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    QVERIFY(opened.diagnostics.has("torch-save-legacy-damaged"));
    std::size_t unreadable = 0;
    std::size_t dense = 0;
    for (const NamedValue& leaf : opened.artifact->leaves().values) {
        const auto state = std::get<tensor::Tensor>(leaf.value).state;
        unreadable += state == DataState::Unreadable ? 1U : 0U;
        dense += state == DataState::Dense ? 1U : 0U;
    }
    QVERIFY(unreadable >= 1);
    QVERIFY(dense >= 1);
}

void TorchArchiveTest::wrongTensors_data() {
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QString>("note");
    const auto row = [](const char* name, const std::string& arguments, const char* note) {
        QTest::newRow(name) << QByteArray(arguments.data(), static_cast<qsizetype>(arguments.size())) << QString(note);
    };
    const std::string storage =
        "(\x8C\x07storagectorch\nFloatStorage\n\x8C\x01"
        "0\x8C\x03"
        "cpuK\x06tQ";
    row("too few arguments", storage + "K\0\x86"s, "instead of 4");
    row("no storage", "NK\0K\1\x85K\1\x85\x89t"s, "not one that torch.save writes");
    row("size is text", storage + "K\0\x8C\1xK\1\x85\x89t"s, "fit together");
    row("ranks differ", storage + "K\0K\1\x85)\x89t"s, "fit together");
    row("rank beyond limit", storage + "K\0"s + "(" + repeated("K\1", 65) + "t(" + repeated("K\1", 65) + "t\x89t", "fit together");
    row("wrong persistent id", "(\x8C\x07storageNtQK\0K\1\x85K\1\x85\x89t"s, "not one that torch.save writes");
    row("missing", storage + "K\0K\1\x85K\1\x85\x89t"s, "no storage");
}

void TorchArchiveTest::wrongTensors() {
    QFETCH(QByteArray, arguments);
    QFETCH(QString, note);
    const bool counted = arguments.endsWith('t');
    const auto opened =
        open("}\x8C\x01xctorch._utils\n_rebuild_tensor_v2\n"s + (counted ? "(" : "") + arguments.toStdString() + "Rs.");
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    const auto tensor = opened.artifact->tensor(opened.artifact->find("x"));
    QVERIFY(tensor.has_value());
    QCOMPARE(tensor->state, DataState::Unreadable);
    QVERIFY2(QString::fromStdString(tensor->note).contains(note), tensor->note.c_str());
}

void TorchArchiveTest::inflatedBudget() {
    const auto opened = open(fileBytes("deflated.pt"));
    QVERIFY(opened.artifact != nullptr);
    const Artifact& artifact = *opened.artifact;
    limits::Settable& caps = limits::settable();
    const std::uint64_t before = caps.inflatedBytes;
    caps.inflatedBytes = 100;  // base has 96 bytes
    {
        const auto base = artifact.tensor(artifact.find("base"));
        const auto row = artifact.tensor(artifact.find("row"));
        QCOMPARE(base->state, DataState::Dense);
        QVERIFY(base->storage.source == row->storage.source);
        QCOMPARE(artifact.tensor(artifact.find("channels"))->state, DataState::Unreadable);
    }
    QCOMPARE(artifact.tensor(artifact.find("channels"))->state, DataState::Dense);
    caps.inflatedBytes = before;
}

void TorchArchiveTest::refusals() {
    QCOMPARE(errorOf(""), std::string("torch-save-empty"));
    std::string tar(512, '\0');
    tar.replace(257, 5, "ustar");
    QCOMPARE(errorOf(tar), std::string("torch-save-tar"));
    std::string content = fileBytes("views.pt");
    for (std::size_t at = content.find("archive/byteorder"); at != std::string::npos; at = content.find("archive/byteorder"))
        content.replace(at, 17, "archive/code/x.py");
    QCOMPARE(errorOf(content), std::string("torch-save-torchscript"));
    content = fileBytes("views.pt");
    for (std::size_t at = content.find("/data.pkl"); at != std::string::npos; at = content.find("/data.pkl"))
        content.replace(at, 9, "/data.xyz");
    QCOMPARE(errorOf(content), std::string("torch-save-no-data-pkl"));
    QCOMPARE(errorOf("~hello"), std::string("pickle-opcode-unknown"));
    content = fileBytes("big_endian.pt");
    content.replace(content.find("big", content.find("archive/byteorder")), 3, "mid");
    const auto odd = open(content);
    QVERIFY(odd.artifact != nullptr);
    QVERIFY(odd.diagnostics.has("torch-save-byteorder"));
}

void TorchArchiveTest::billionLaughs() {
    // Thirty lists, each holding ten times the one before.
    std::string stream = "(]Naq\0"s;
    for (char i = 1; i < 30; ++i) stream += "](" + repeated("h"s + static_cast<char>(i - 1), 10) + "eq" + i;
    const auto laughs = open(stream + "t.");
    QVERIFY2(laughs.artifact != nullptr, laughs.error.message.c_str());
    const Leaves leaves = laughs.artifact->leaves();
    QVERIFY(!leaves.complete);
    QVERIFY(leaves.values.size() < 300'000);
}

void TorchArchiveTest::longKeys() {
    // One key of a megabyte, used 10,000 times.
    const std::string stream = "]q\0X"s + little(std::uint32_t{1'000'000}) + repeated("k", 1'000'000) +
                               "q\1"
                               "0}(" +
                               repeated("h\1N"s, 10'000) + "ua.";
    const auto opened = open(stream);
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    const Leaves leaves = opened.artifact->leaves();
    for (const NamedValue& leaf : leaves.values) QVERIFY(leaf.path.back().text.size() <= limits::kMaxKeyLabel + 3);
}

void TorchArchiveTest::truncatedAnywhere() {
    for (const char* name : {"protocol3.pt", "legacy_protocol3.pt", "raw_protocol4.pkl"}) {
        const std::string content = fileBytes(name);
        QVERIFY(!content.empty());
        for (std::size_t length = 0; length < content.size(); ++length) {
            const auto opened = open(content.substr(0, length));
            QVERIFY(opened.artifact != nullptr || !opened.error.code.empty());
            if (opened.artifact) useAll(*opened.artifact);
        }
    }
}

void TorchArchiveTest::flippedAnywhere() {
    for (const char* name : {"protocol3.pt", "legacy_protocol3.pt", "raw_protocol4.pkl", "fake.pt"}) {
        const std::string content = fileBytes(name);
        for (std::size_t at = 0; at < content.size(); ++at)
            for (const int flip : {0x01, 0x80, 0xFF}) {
                std::string damaged = content;
                damaged[at] = static_cast<char>(damaged[at] ^ flip);
                const auto opened = open(damaged);
                if (opened.artifact) useAll(*opened.artifact);
            }
    }
}

void TorchArchiveTest::childPages() {
    std::string stream = "ca\nL\n(K\x0AK\x0Bt\x81(";
    for (int i = 0; i < 100; ++i) stream += "K"s + static_cast<char>(i);
    stream += "e}(\x8C\x01xK\x01\x8C\x01yK\x02ub.";
    const auto opened = open(stream);
    QVERIFY2(opened.artifact != nullptr, opened.error.message.c_str());
    const Artifact& artifact = *opened.artifact;
    QCOMPARE(artifact.childCount(artifact.root()), std::size_t{104});
    const auto all = artifact.children(artifact.root());
    QCOMPARE(pathText({all[1].label}), std::string("(1)"));
    QCOMPARE(pathText({all[2].label}), std::string("[0]"));
    QCOMPARE(pathText({all[103].label}), std::string("y"));
    const auto page = artifact.children(artifact.root(), 101, 2);
    QCOMPARE(page.size(), std::size_t{2});
    QCOMPARE(pathText({page[0].label}), std::string("[99]"));
    QCOMPARE(pathText({page[1].label}), std::string("x"));
    QVERIFY(artifact.children(artifact.root(), 104, 5).empty());
    QVERIFY(artifact.children(artifact.root(), 1000).empty());
}

ETSCOPE_TEST(TorchArchiveTest)
#include "tst_torch_archive.moc"
