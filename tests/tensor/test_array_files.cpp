#include <QDir>
#include <QTest>

#include "base/limits.h"
#include "samples.h"
#include "support/test_case.h"
#include "tensor/npy.h"
#include "tensor/safetensors.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

ByteRange memory(const std::string& text) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return ByteRange::whole(Source::fromBytes({begin, begin + text.size()}, "memory"));
}

std::string npy(const std::string& header, const std::string& data = {}, char version = 1) {
    std::string file = "\x93NUMPY";
    file += {version, '\0', static_cast<char>(header.size() & 0xFFU), static_cast<char>(header.size() >> 8U)};
    if (version > 1) file += {'\0', '\0'};
    return file + header + data;
}

std::string safetensors(const std::string& header, const std::string& data = {}) {
    const std::uint64_t size = header.size();
    return std::string(reinterpret_cast<const char*>(&size), 8) + header + data;
}

std::string contentOf(const std::string& name) {
    const auto bytes = ByteRange::whole(test::source(name)).readAll().value();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a reader says about some bytes: "" or its code; for safetensors also those of its diagnostics.
using Read = std::string (*)(const std::string&);
std::string npyCode(const std::string& file) {
    const auto tensor = readNpy(memory(file));
    if (!tensor) return tensor.error().code;
    const QByteArray all = test::digest(*tensor);
    return all.size() == 64 ? "" : "unreadable elements: " + all.toStdString();
}
std::string safetensorsCode(const std::string& file) {
    Diagnostics diagnostics;
    const auto result = readSafetensors(memory(file), diagnostics);
    if (!result) return result.error().code;
    for (const NamedTensor& named : result->tensors)
        if (named.tensor.state == DataState::Dense && test::digest(named.tensor).size() != 64) return "unreadable elements";
    return diagnostics.empty() ? "" : diagnostics.items()[0].code;
}

}  // namespace

class TestArrayFiles : public QObject {
    Q_OBJECT
private slots:
    void asNumpyWroteThem() {
        for (const test::Json& row : test::document("files.json")) {
            const auto name = row["file"].get<std::string>();
            const auto file = ByteRange::whole(test::source(name));
            Tensor tensor;
            if (name.ends_with(".npy")) {
                const auto read = readNpy(file);
                QVERIFY2(read.hasValue(), name.c_str());
                tensor = *read;
            } else {
                Diagnostics diagnostics;
                const auto read = readSafetensors(file, diagnostics);
                QVERIFY(read.hasValue());
                QCOMPARE(read->metadata, (std::vector<std::pair<std::string, std::string>>{{"format", "pt"}}));
                for (const NamedTensor& named : read->tensors)
                    if (named.name == row["name"]) tensor = named.tensor;
            }
            QCOMPARE(tensor.shape, row["shape"].get<std::vector<std::int64_t>>());
            QVERIFY2(test::digest(tensor) == test::text(row["digest"]), name.c_str());
            if (*tensor.elementCount() > 0) QVERIFY(tensor.dataOffset().has_value());
        }
    }

    void archives() {
        for (const char* name : {"stored.npz", "deflated.npz"}) {
            Diagnostics diagnostics;
            const auto zip = ZipIndex::read(ByteRange::whole(test::source(name)), diagnostics);
            QVERIFY(zip.hasValue());
            const auto tensors = readNpz(*zip, diagnostics);
            QCOMPARE(tensors[0].name, std::string("v1"));
            QCOMPARE(tensors[1].name, std::string("fortran"));
            for (const test::Json& row : test::document("files.json"))
                for (const NamedTensor& named : tensors)
                    if (row["file"] == named.name + ".npy") QCOMPARE(test::digest(named.tensor), test::text(row["digest"]));
            const bool stored = std::string_view(name) == "stored.npz";
            QCOMPARE(tensors[0].tensor.dataOffset().has_value(), stored);
            QCOMPARE(tensors.size(), stored ? 3U : 2U);
            if (!stored) continue;
            QCOMPARE(tensors[2].tensor.state, DataState::Unreadable);  // notes.txt
            QVERIFY(diagnostics.has("npy-not-numpy"));
        }
    }

    void inflatingIsBounded() {
        const auto before = limits::settable().inflatedBytes;
        limits::settable().inflatedBytes = 300;
        Diagnostics diagnostics;
        const auto zip = ZipIndex::read(ByteRange::whole(test::source("deflated.npz")), diagnostics);
        const auto tensors = readNpz(*zip, diagnostics);
        limits::settable().inflatedBytes = before;
        QCOMPARE(tensors[0].tensor.state, DataState::Dense);
        QCOMPARE(tensors[1].tensor.state, DataState::Unreadable);
        QVERIFY(diagnostics.has("limit-exceeded"));
    }

    void malformedNpy_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& file, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << code;
        };
        const std::string order = "'fortran_order': False, ", one = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";
        row("good", npy(one, "abcd"), "");
        row("python 2 long", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1L, 1L)}", "abcd"), "");
        row("other order of keys", npy("{'shape':(1,),'fortran_order':True,'descr':\"|u1\"}", "a"), "");
        row("empty file", "", "npy-not-numpy");
        row("other magic", "\x93NUMPX123456", "npy-not-numpy");
        row("cut magic", "\x93NUMPY\x01", "npy-header-truncated");
        row("version 0", npy(one, "abcd", 0), "npy-version");
        row("version 4", npy(one, "abcd", 4), "npy-version");
        row("cut header", npy(one).substr(0, 40), "npy-header-truncated");
        row("huge header", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12) + one, "npy-header-truncated");
        row("large header", npy("", "", 2).substr(0, 8) + std::string("\x00\x00\x20\x00", 4) + std::string(1 << 22, ' '),
            "npy-header-too-large");
        row("not a dict", npy("[1, 2]"), "npy-header-damaged");
        row("no shape", npy("{'descr': '<f4', 'fortran_order': False}"), "npy-header-damaged");
        row("unknown key", npy("{'descr': '<f4', 'evil': False, 'shape': ()}"), "npy-header-damaged");
        row("call", npy("{'descr': __import__('os'), " + order + "'shape': ()}"), "npy-header-damaged");
        row("unterminated text", npy("{'descr': '<f4, "), "npy-header-damaged");
        row("unterminated shape", npy("{'descr': '<f4', " + order + "'shape': (1, 2"), "npy-header-damaged");
        row("shape without commas", npy("{'descr': '<f4', " + order + "'shape': (1 2)}"), "npy-header-damaged");
        std::string ones;
        for (int i = 0; i < 65; ++i) ones += "1,";
        row("rank 65", npy("{'descr': '<f4', " + order + "'shape': (" + ones + ")}", "abcd"), "npy-header-damaged");
        row("size beyond 64 bits", npy("{'descr': '<f4', " + order + "'shape': (99999999999999999999,)}"), "npy-header-damaged");
        row("negative size", npy("{'descr': '<f4', " + order + "'shape': (-1,)}"), "npy-shape");
        row("overflow", npy("{'descr': '<f4', " + order + "'shape': (4611686018427387904, 4611686018427387904)}"), "npy-shape");
        row("too short", npy(one, "abc"), "npy-data-truncated");
        row("claims 2^60", npy("{'descr': '|u1', " + order + "'shape': (1152921504606846976,)}", "abc"), "npy-data-truncated");
        row("objects", npy("{'descr': '|O', " + order + "'shape': (1,)}", "cos\nsystem\n"), "npy-object-array");
        row("structure", npy("{'descr': [('a', '<f4')], " + order + "'shape': (1,)}", "abcd"), "npy-type-unsupported");
        row("text", npy("{'descr': '<U3', " + order + "'shape': (1,)}", "abcd"), "npy-type-unsupported");
        row("date", npy("{'descr': '<M8[ns]', " + order + "'shape': (1,)}", "abcdefgh"), "npy-type-unsupported");
        row("long double", npy("{'descr': '<f16', " + order + "'shape': (1,)}", std::string(16, 'a')), "npy-type-unsupported");
        row("no type", npy("{'descr': '', " + order + "'shape': (1,)}"), "npy-type-unsupported");
    }
    void malformedNpy() {
        QFETCH(QByteArray, file);
        QFETCH(QString, code);
        QCOMPARE(QString::fromStdString(npyCode(file.toStdString())), code);
    }

    void malformedSafetensors_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& file, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << code;
        };
        const char* damaged = "safetensors-tensor-damaged";
        row("good", safetensors(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "abcd"), "");
        row("none", safetensors("{}"), "");
        row("short", "1234567", "safetensors-header-truncated");
        row("size beyond file", safetensors("{}").substr(0, 9), "safetensors-header-truncated");
        row("size 2^64-1", std::string(8, '\xff') + "{}", "safetensors-header-truncated");
        row("large header", safetensors(std::string(17 << 20, ' ')), "safetensors-header-too-large");
        row("not json", safetensors("{nope"), "safetensors-header-damaged");
        row("not an object", safetensors("[1]"), "safetensors-header-damaged");
        row("deep", safetensors(std::string(200'000, '[')), "safetensors-header-damaged");
        row("no type", safetensors(R"({"a":{"shape":[1],"data_offsets":[0,4]}})", "abcd"), damaged);
        row("description is a number", safetensors(R"({"a":7})"), damaged);
        row("unknown type", safetensors(R"({"a":{"dtype":"F4","shape":[1],"data_offsets":[0,4]}})", "abcd"), damaged);
        row("negative size", safetensors(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "abcd"), damaged);
        row("fractional size", safetensors(R"({"a":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}})", "abcd"), damaged);
        row("size and place differ", safetensors(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "abcd"), damaged);
        row("backwards", safetensors(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", "abcd"), damaged);
        row("beyond the end", safetensors(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "abcd"), damaged);
        row("overflow", safetensors(R"({"a":{"dtype":"F64","shape":[4611686018427387904,8],"data_offsets":[0,4]}})", "abcd"),
            damaged);
        row("three offsets", safetensors(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})", "abcd"), damaged);
    }
    void malformedSafetensors() {
        QFETCH(QByteArray, file);
        QFETCH(QString, code);
        QCOMPARE(QString::fromStdString(safetensorsCode(file.toStdString())), code);
    }

    /// Cut and changed at every byte: an answer, whatever it is, and no harm.
    void everyByteDamaged_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("npy") << "v1.npy";
        QTest::newRow("safetensors") << "sample.safetensors";
        QTest::newRow("npz") << "stored.npz";
    }
    void everyByteDamaged() {
        QFETCH(QString, name);
        const std::string whole = contentOf(name.toStdString());
        const auto read = [&](const std::string& file) {
            if (name.endsWith(".npy")) return npyCode(file);
            if (name.endsWith(".safetensors")) return safetensorsCode(file);
            Diagnostics diagnostics;
            const auto zip = ZipIndex::read(memory(file), diagnostics);
            if (!zip) return zip.error().code;
            for (const NamedTensor& named : readNpz(*zip, diagnostics))
                if (named.tensor.state == DataState::Dense) test::digest(named.tensor);
            return std::string();
        };
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const std::string code = read(whole.substr(0, size));
            if (name.endsWith(".npy")) QVERIFY(!code.empty());
        }
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0xFF);
            read(changed);
        }
    }

    void hostileFiles() {
        const QDir folder(QStringLiteral(ETSCOPE_SHARED_DIR "/corpus/hostile"));
        const auto names = folder.entryList({QStringLiteral("*.npy"), QStringLiteral("*.npz")});
        if (names.isEmpty()) QSKIP("the shared corpus is not here");
        for (const QString& name : names) {
            const auto file = ByteRange::whole(Source::open(folder.filePath(name).toStdString()).value());
            if (name.endsWith(QStringLiteral(".npy"))) {
                const auto tensor = readNpy(file);
                QVERIFY2(!tensor, qPrintable(name));
                const std::string code = tensor.error().code;
                QVERIFY2(code == "npy-object-array" || code == "npy-not-numpy" || code == "npy-header-truncated",
                         (name.toStdString() + ": " + code).c_str());
                continue;
            }
            Diagnostics diagnostics;
            const auto zip = ZipIndex::read(file, diagnostics);
            QVERIFY2(zip.hasValue(), qPrintable(name));
            const bool objects = name.contains(QStringLiteral("object"));
            const auto tensors = readNpz(*zip, diagnostics);
            QVERIFY(!tensors.empty());
            for (const NamedTensor& named : tensors) {
                if (!objects) QCOMPARE(test::digest(named.tensor).size(), 64);
            }
            QCOMPARE(diagnostics.has("npy-object-array"), objects);
        }
    }
};

ETSCOPE_TEST(TestArrayFiles)
#include "test_array_files.moc"
