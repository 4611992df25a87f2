// Payloads of CudaBackend that list weights: what the runtime's own rules say of them (backends/cuda/runtime, the manifest's
// reader).
#include <QtTest>

#include "delegates/delegates.h"
#include "delegates/payload_builder.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::delegates;
using test::CudaEntry;
using test::PayloadRead;

namespace {

/// Decodes with these named data; every key that is asked for and is not among them is missing.
PayloadRead readCuda(const std::string& bytes, std::map<std::string, std::string, std::less<>> data = {}) {
    Payload payload = test::payloadOf("CudaBackend", bytes);
    payload.namedData = [&](std::string_view key) -> std::optional<ByteRange> {
        const auto hit = data.find(key);
        return hit == data.end() ? std::nullopt : std::optional(test::inMemory(hit->second));
    };
    return test::readPayload(payload);
}

const CudaEntry kMatrix{"a.weight", "cuda_fqn_weight:cuda:a.weight", 24, 6, 1, 0, {2, 3}, {3, 1}};

}  // namespace

class CudaPayloads : public QObject {
    Q_OBJECT
private slots:
    void weightsByName() {
        const CudaEntry view{"scale", "cuda_fqn_weight:cpu:scale", 40, 5, 0, 4, {8}, {1}};
        const PayloadRead read = readCuda(test::cudaWeights('3', {kMatrix, view}), {{kMatrix.key, std::string(24, 'a')},
                                                                                    {view.key, std::string(40, 'b')},
                                                                                    {"lib_so_blob",
                                                                                     "\x7F"
                                                                                     "ELF and the rest"}});
        QVERIFY(read.diagnostics.empty());
        QCOMPARE(read.decoded.format, std::string("CUDA weights"));
        QCOMPARE(read.decoded.version, std::string("3"));
        QCOMPARE(read.decoded.weights.size(), std::size_t{2});
        const Weight& first = read.decoded.weights[0];
        QCOMPARE(first.name, std::string("a.weight"));
        QCOMPARE(first.key, kMatrix.key);
        QCOMPARE(first.type, std::optional(ScalarType::F32));
        QCOMPARE(first.shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(first.strides, (std::vector<std::int64_t>{3, 1}));
        QCOMPARE(first.device, std::string("cuda"));
        QVERIFY(first.qualified && first.bytes.size == 24);
        QCOMPARE(read.decoded.weights[1].storageOffset, std::int64_t{4});
        QCOMPARE(read.decoded.weights[1].device, std::string("cpu"));
        QCOMPARE(read.fact("devices"), std::string("cpu 1, cuda 1"));
        QCOMPARE(read.fact("weights bytes"), std::string("64"));
        QCOMPARE(read.fact("library key"), std::string("lib_so_blob"));
        QCOMPARE(read.decoded.nested.front().kind, std::string("elf"));
        QCOMPARE(read.decoded.nested.front().key, std::string("lib_so_blob"));
        QVERIFY(read.decoded.missing.empty() && !read.decoded.reason.empty());
    }

    void librariesForSeveralProcessors() {
        const PayloadRead four = readCuda(test::cudaWeights('4', {kMatrix}));
        QCOMPARE(four.fact("library key of sm80"), std::string("lib_so_blob"));
        QCOMPARE(four.fact("library key of sm90 (PTX compute_90)"), std::string("other_so_blob"));
        const PayloadRead five = readCuda(test::cudaWeights('5', {kMatrix}));
        QCOMPARE(five.fact("library key of sm90 (PTX compute_90, fallback)"), std::string("other_so_blob"));
        QCOMPARE(five.decoded.weights.size(), std::size_t{1});
    }

    /// The key of a library that the exporter wrote states the SHA-256 of its bytes.
    void statedHash() {
        const std::string digits(64, 'a');
        const std::string bytes = test::replaced(test::cudaWeights('3', {}), test::little(std::uint32_t{11}) + "lib_so_blob",
                                                 test::little(std::uint32_t{72}) + digits + "_so_blob");
        QCOMPARE(readCuda(bytes, {{digits + "_so_blob", "library"}}).decoded.nested.front().sha256, digits);
        QVERIFY(readCuda(test::cudaWeights('3', {}), {{"lib_so_blob", "library"}}).decoded.nested.front().sha256.empty());
    }

    void missingDataAreNamed() {
        const PayloadRead read = readCuda(test::cudaWeights('3', {kMatrix}));
        QCOMPARE(read.decoded.missing, (std::vector<std::string>{kMatrix.key, "lib_so_blob"}));
        QVERIFY(read.message("delegate-data-missing").find("1 key is not in the files at hand: cuda_fqn_weight:cuda:a.weight") ==
                0);
        QVERIFY(read.message("delegate-data-missing").ends_with("aoti_cuda_blob.ptd"));
        QVERIFY(!read.decoded.weights.front().bytes.hasData());
    }

    void namesThatAreNoUtf8() {
        const CudaEntry odd{"w\xFF", "k\xFE", 4, 6, 1, 0, {1}, {1}};
        const PayloadRead read = readCuda(test::cudaWeights('3', {odd}), {{"k\\xFE", "four"}});
        QCOMPARE(read.decoded.weights.front().name, std::string("w\\xFF"));
        QCOMPARE(read.decoded.weights.front().key, std::string("k\\xFE"));
        QCOMPARE(read.decoded.weights.front().bytes.size, std::uint64_t{4});
    }

    void contradictions_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("field");
        QTest::addColumn<qint64>("value");
        QTest::newRow("storage too small") << "takes 24 bytes of a storage of 20"
                                           << "cuda-weight-damaged" << 0 << qint64{20};
        QTest::newRow("named data of another size") << "has a storage of 32 bytes, its named data 24"
                                                    << "cuda-weight-damaged" << 0 << qint64{32};
        QTest::newRow("type that is none") << "takes no weight of its type"
                                           << "cuda-weight-unsupported" << 1 << qint64{77};
        QTest::newRow("type that the runtime refuses") << "takes no weight of its type"
                                                       << "cuda-weight-unsupported" << 1 << qint64{7};
        QTest::newRow("device that is none") << "takes no weight of its type or device"
                                             << "cuda-weight-unsupported" << 2 << qint64{-3};
        QTest::newRow("offset before the start") << "negative size, stride or offset"
                                                 << "cuda-weight-damaged" << 3 << qint64{-1};
        QTest::newRow("offset beyond all memory") << "beyond all memory"
                                                  << "cuda-weight-damaged" << 3 << std::numeric_limits<qint64>::max();
        QTest::newRow("size below zero") << "negative size, stride or offset"
                                         << "cuda-weight-damaged" << 4 << qint64{-2};
        QTest::newRow("size beyond all memory") << "beyond all memory"
                                                << "cuda-weight-damaged" << 4 << std::numeric_limits<qint64>::max();
        QTest::newRow("stride beyond the storage") << "bytes of a storage of 24"
                                                   << "cuda-weight-damaged" << 5 << (qint64{1} << 40);
    }

    void contradictions() {
        QFETCH(QString, what);
        QFETCH(QString, code);
        QFETCH(int, field);
        QFETCH(qint64, value);
        CudaEntry entry = kMatrix;
        if (field == 0) entry.bytes = static_cast<std::uint64_t>(value);
        if (field == 1) entry.type = static_cast<std::int32_t>(value);
        if (field == 2) entry.device = static_cast<std::int32_t>(value);
        if (field == 3) entry.offset = value;
        if (field == 4) entry.sizes[0] = value;
        if (field == 5) entry.strides[0] = value;
        const PayloadRead read =
            readCuda(test::cudaWeights('3', {entry}), {{entry.key, std::string(24, 'a')}, {"lib_so_blob", "x"}});
        const std::string message = read.message(code.toStdString());
        QVERIFY2(message.find(what.toStdString()) != std::string::npos, message.c_str());
        QCOMPARE(read.decoded.weights.size(), std::size_t{1});
    }

    /// What can be read of a list that breaks off, or counts more than it has, stands.
    void brokenLists() {
        const std::string two = test::cudaWeights('3', {kMatrix, {"b", "kb", 4, 6, 1, 0, {1}, {1}}});
        const PayloadRead cut = readCuda(two.substr(0, two.size() - 1));
        QCOMPARE(cut.decoded.weights.size(), std::size_t{1});
        QCOMPARE(cut.message("delegate-truncated"), std::string("the list of weights breaks off: 1 of 2 weights can be read"));
        const std::string counts = test::replaced(two, "lib_so_blob" + test::little(std::uint32_t{2}),
                                                  "lib_so_blob" + test::little(std::uint32_t{0xFFFF'FFFF}));
        const PayloadRead lies = readCuda(counts);
        QCOMPARE(lies.decoded.weights.size(), std::size_t{2});
        QVERIFY(lies.diagnostics.has("delegate-truncated") && lies.diagnostics.has("cuda-weight-damaged"));
        const PayloadRead tail = readCuda(two + "tail");
        QVERIFY(tail.message("cuda-weight-damaged").find("bytes follow the last weight") == 0);
        const std::string axes = test::replaced(two, test::little(std::uint32_t{2}) + test::little(std::int64_t{2}),
                                                test::little(std::uint32_t{0x7FFF'FFFF}) + test::little(std::int64_t{2}));
        QCOMPARE(readCuda(axes).message("delegate-truncated"),
                 std::string("the list of weights breaks off: 0 of 2 weights can be read"));
        QVERIFY(readCuda(test::cudaWeights('3', {kMatrix, kMatrix})).diagnostics.has("delegate-duplicate-value"));
    }

    void otherVersions() {
        const PayloadRead read = readCuda(test::cudaWeights('2', {kMatrix}));
        QVERIFY(read.decoded.opaque() && read.diagnostics.has("delegate-version-unknown"));
        QVERIFY(readCuda("ETCUDAFQN").diagnostics.has("delegate-truncated"));
    }
};

ETSCOPE_TEST(CudaPayloads)
#include "tst_cuda_payloads.moc"
