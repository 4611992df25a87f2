// Weights that stay in their files: products, convolutions and tables read them in parts, hold little, and give the bits of weights
// in memory.
#include <QtTest>
#include <cstring>
#include <filesystem>
#include <random>

#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "io/zip_index.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using evaluate::Array;
using evaluate::Dims;

namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20U;

std::string randomFloats(std::int64_t count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> values(-1, 1);
    std::string bytes(static_cast<std::size_t>(count) * sizeof(float), '\0');
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(float)) {
        const float value = values(random);
        std::memcpy(bytes.data() + i, &value, sizeof value);
    }
    return bytes;
}

tensor::Tensor tensorOver(std::shared_ptr<const Source> source, std::vector<std::int64_t> shape,
                          std::vector<std::int64_t> strides = {}) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = std::move(shape);
    tensor.strides = std::move(strides);
    tensor.storage = ByteRange::whole(std::move(source));
    return tensor;
}

std::vector<std::byte> bytesOf(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

struct Computed {
    std::vector<double> values;
    std::uint64_t peak = 0;
};

/// `weight` is the named argument; the others are small and in memory.
Computed compute(const char* target, const std::string& name, const tensor::Tensor& weight,
                 const std::vector<std::pair<std::string, tensor::Tensor>>& others, std::int64_t groups = 1) {
    const auto memory = std::make_shared<evaluate::Memory>(std::uint64_t{1} << 32U);
    const JobContext job;
    const evaluate::Context context{memory, job, false, true};
    std::vector<evaluate::NamedValue> arguments{{name, *evaluate::borrowed(weight, memory)}};
    for (const auto& [other, tensor] : others) arguments.push_back({other, *evaluate::borrowed(tensor, memory)});
    if (groups != 1) arguments.push_back({"groups", groups});
    const auto results = evaluate::apply(*evaluate::findOperator(target), context, std::move(arguments));
    if (!results) qFatal("%s", results.error().message.c_str());
    return {evaluate::doublesOf(*results->front().array()), memory->peak()};
}

}  // namespace

class TestWindows : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_bytes = randomFloats(kRows * kColumns);
        m_path = m_folder.write("weight.bin", m_bytes);
        QVERIFY(m_bytes.size() > 40 * kMegabyte);
        Diagnostics diagnostics;
        const std::string zip = test::ZipBuilder().deflated("weight", m_bytes).bytes();
        const auto archive = ZipIndex::read(ByteRange::whole(Source::fromBytes(bytesOf(zip), "zip")), diagnostics);
        QVERIFY(archive);
        const auto content = archive->content(*archive->find("weight"));
        QVERIFY(content);
        m_deflated = content->source;
        QVERIFY(m_deflated->bytesInMemory().empty());
    }

    void products_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<bool>("deflated");
        QTest::newRow("linear: rows of the file are columns of the product") << "aten.linear.default" << false << false;
        QTest::newRow("mm: windows along the sums") << "aten.mm.default" << false << false;
        QTest::newRow("mm of a transposed view") << "aten.mm.default" << true << false;
        QTest::newRow("linear, of a deflated entry") << "aten.linear.default" << false << true;
        QTest::newRow("mm, of a deflated entry") << "aten.mm.default" << false << true;
    }
    void products() {
        QFETCH(QString, target);
        QFETCH(bool, isTransposed);
        QFETCH(bool, deflated);
        const bool linear = target.contains("linear");
        const std::int64_t depth = linear || isTransposed ? kColumns : kRows;
        const auto file = *Source::open(m_path);
        const auto memory = Source::fromBytes(bytesOf(m_bytes), "memory");
        const auto weight = [&](const std::shared_ptr<const Source>& source) {
            if (isTransposed) return tensorOver(source, {kColumns, kRows}, {1, kColumns});
            return tensorOver(source, {kRows, kColumns});
        };
        const auto x = tensorOver(Source::fromBytes(bytesOf(randomFloats(3 * depth)), "x"), {3, depth});
        const char* names[] = {linear ? "input" : "self", linear ? "weight" : "mat2"};
        const QByteArray name = target.toUtf8();
        const Computed parts = compute(name.constData(), names[1], weight(deflated ? m_deflated : file), {{names[0], x}});
        const Computed whole = compute(name.constData(), names[1], weight(memory), {{names[0], x}});
        QVERIFY(parts.values == whole.values);
        QVERIFY2(parts.peak < 24 * kMegabyte, std::to_string(parts.peak).c_str());
    }

    /// The weight on the left.
    void rowsOfTheFileAreRowsOfTheProduct() {
        const auto x = tensorOver(Source::fromBytes(bytesOf(randomFloats(kColumns * 2)), "x"), {kColumns, 2});
        const Computed parts =
            compute("aten.mm.default", "self", tensorOver(*Source::open(m_path), {kRows, kColumns}), {{"mat2", x}});
        const auto memory = Source::fromBytes(bytesOf(m_bytes), "memory");
        const Computed whole = compute("aten.mm.default", "self", tensorOver(memory, {kRows, kColumns}), {{"mat2", x}});
        QVERIFY(parts.values == whole.values);
        QVERIFY2(parts.peak < 24 * kMegabyte, std::to_string(parts.peak).c_str());
    }

    void convolutions_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<qint64>("groups");
        QTest::addColumn<qint64>("channelStep");  // of the weight, in elements; 0: row-major
        QTest::newRow("conv") << "aten.conv1d.default" << qint64{1} << qint64{0};
        QTest::newRow("conv in groups") << "aten.conv1d.default" << qint64{2} << qint64{0};
        QTest::newRow("conv with channels last") << "aten.conv1d.default" << qint64{1} << qint64{1};
        QTest::newRow("conv with outputs last") << "aten.conv1d.default" << qint64{1} << qint64{kOutputs * kTaps};
        QTest::newRow("transposed") << "aten.conv_transpose1d.default" << qint64{1} << qint64{0};
        QTest::newRow("transposed, in groups") << "aten.conv_transpose1d.default" << qint64{2} << qint64{0};
    }
    /// Weights of an output after the other.
    void convolutions() {
        QFETCH(QString, target);
        QFETCH(qint64, groups);
        QFETCH(qint64, channelStep);
        const auto file = *Source::open(m_path);
        const auto memory = Source::fromBytes(bytesOf(m_bytes), "memory");
        const std::vector<std::int64_t> strides = channelStep == 0   ? std::vector<std::int64_t>{}
                                                  : channelStep == 1 ? std::vector<std::int64_t>{kChannels * kTaps, 1, kChannels}
                                                                     : std::vector<std::int64_t>{1, channelStep, kOutputs};
        const auto weight = [&](const std::shared_ptr<const Source>& source) {
            return tensorOver(source, {kOutputs, kChannels, kTaps}, strides);
        };
        const std::int64_t channels = target.contains("transpose") ? kOutputs : kChannels * groups;
        const auto x = tensorOver(Source::fromBytes(bytesOf(randomFloats(channels * 12)), "x"), {1, channels, 12});
        const QByteArray name = target.toUtf8();
        const Computed parts = compute(name.constData(), "weight", weight(file), {{"input", x}}, groups);
        const Computed whole = compute(name.constData(), "weight", weight(memory), {{"input", x}}, groups);
        QVERIFY(parts.values == whole.values);
        QVERIFY2(parts.peak < 24 * kMegabyte, std::to_string(parts.peak).c_str());
    }

    void rowsOfATable() {
        std::vector<std::byte> indices(4 * sizeof(std::int64_t));
        const std::int64_t numbers[] = {0, kRows - 1, 17, 17};
        std::memcpy(indices.data(), numbers, sizeof numbers);
        tensor::Tensor chosen;
        chosen.type = ScalarType::I64;
        chosen.shape = {2, 2};
        chosen.storage = ByteRange::whole(Source::fromBytes(std::move(indices), "indices"));
        const auto file = *Source::open(m_path);
        const Computed parts =
            compute("aten.embedding.default", "weight", tensorOver(file, {kRows, kColumns}), {{"indices", chosen}});
        const auto memory = Source::fromBytes(bytesOf(m_bytes), "memory");
        const Computed whole =
            compute("aten.embedding.default", "weight", tensorOver(memory, {kRows, kColumns}), {{"indices", chosen}});
        QVERIFY(parts.values == whole.values);
        QVERIFY(parts.peak < kMegabyte && file->bytesRead() < kMegabyte);
    }

private:
    static constexpr std::int64_t kRows = 10'300, kColumns = 1'030;
    static constexpr std::int64_t kOutputs = kRows, kChannels = kColumns / 10, kTaps = 10;  ///< the same elements as a kernel
    test::TempDir m_folder;
    std::string m_bytes, m_path;
    std::shared_ptr<const Source> m_deflated;  ///< the same bytes
};

ETSCOPE_TEST(TestWindows)
#include "tst_windows.moc"
