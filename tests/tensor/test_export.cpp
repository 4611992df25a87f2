#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/export.h"
#include "tensor/npy.h"
#include "tensor/safetensors.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

std::shared_ptr<const Source> opened(const std::string& path) { return Source::open(path).value(); }

Tensor npyAt(const std::string& path) { return readNpy(ByteRange::whole(opened(path))).value(); }

QByteArray bytesAt(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

/// Set ETSCOPE_EXPORT_DIR to keep what is written, for `make_data.py --check`.
class TestExport : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QVERIFY(m_temporary.isValid());
        m_folder = qEnvironmentVariable("ETSCOPE_EXPORT_DIR", m_temporary.path()).toStdString();
        QVERIFY(QDir().mkpath(QString::fromStdString(m_folder)));
    }

    void npyReadsBack_data() { test::addSampleRows(); }
    void npyReadsBack() {
        QFETCH(int, index);
        const test::Sample& s = test::samples()[static_cast<std::size_t>(index)];
        const std::string path = m_folder + "/" + s.name + ".npy";
        const auto done = exportTensor(s.tensor, s.name, path, ExportFormat::Npy, {});
        QVERIFY2(done.hasValue(), done ? "" : done.error().message.c_str());
        verifySame(npyAt(path), s);
    }

    void npzReadsBack() {
        const std::string path = m_folder + "/all.npz";
        QVERIFY(exportTensors(all(), path, ExportFormat::Npz, {}).hasValue());
        Diagnostics diagnostics;
        const auto zip = ZipIndex::read(ByteRange::whole(opened(path)), diagnostics);
        QVERIFY(zip.hasValue());
        for (const ZipEntry& entry : zip->entries()) QVERIFY(entry.stored() && zip->checksumHolds(entry).value());
        const auto tensors = readNpz(*zip, diagnostics);
        QCOMPARE(tensors.size(), test::samples().size());
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            QCOMPARE(tensors[i].name, test::samples()[i].name);
            verifySame(tensors[i].tensor, test::samples()[i]);
        }
        QVERIFY(diagnostics.empty());
        QVERIFY(exportTensors(all(), path + ".again.npz", ExportFormat::Npz, {}).hasValue());
        QVERIFY(bytesAt(path) == bytesAt(path + ".again.npz"));  // no dates in it
        QFile::remove(QString::fromStdString(path + ".again.npz"));
    }

    void safetensorsReadBack() {
        const std::string path = m_folder + "/all.safetensors";
        std::vector<NamedTensor> fitting;
        for (const NamedTensor& named : all())
            if (named.tensor.type != ScalarType::C128) fitting.push_back(named);
        QVERIFY(exportTensors(fitting, path, ExportFormat::Safetensors, {}).hasValue());
        Diagnostics diagnostics;
        const auto file = readSafetensors(ByteRange::whole(opened(path)), diagnostics);
        QVERIFY(file.hasValue() && diagnostics.empty());
        QCOMPARE(file->tensors.size(), fitting.size());
        for (const NamedTensor& named : file->tensors) {
            verifySame(named.tensor, test::sample(named.name.c_str()));
            QCOMPARE(*named.tensor.dataOffset() % itemSize(named.tensor.type), 0U);
        }
        const auto refused = exportTensors(all(), m_folder + "/no.safetensors", ExportFormat::Safetensors, {});
        QCOMPARE(test::code(refused), std::string("export-type-unsupported"));
        QVERIFY(!QFile::exists(QString::fromStdString(m_folder + "/no.safetensors")));
    }

    void rawBytes() {
        const std::string path = m_temporary.path().toStdString() + "/raw.bin";
        QVERIFY(exportTensor(test::sample("i16_big_endian").tensor, "", path, ExportFormat::Bin, {}).hasValue());
        QByteArray want;
        for (qint16 v = -30; v < 30; ++v) want.append(reinterpret_cast<const char*>(&v), 2);
        QVERIFY(bytesAt(path) == want);
    }

    void csv() {
        const std::string path = m_temporary.path().toStdString() + "/t.csv";
        const auto text = [&](const Tensor& t) {
            return exportTensor(t, "", path, ExportFormat::Csv, {}) ? bytesAt(path) : QByteArray("failed");
        };
        QCOMPARE(text(test::floats({1, 0.1F, NAN, -2}, {2, 2})), QByteArray("1,0.1\nNaN,-2\n"));
        QCOMPARE(text(test::floats({1, 2}, {2, 1, 1})), QByteArray("i0,i1,i2,value\n0,0,0,1\n1,0,0,2\n"));
        QCOMPARE(text(test::floats({1.5}, {})), QByteArray("value\n1.5\n"));
        QCOMPARE(text(test::floats({}, {0})), QByteArray("i0,value\n"));
        QCOMPARE(text(test::sample("c64").tensor).count(','), 4 * 5);
        QCOMPARE(text(test::sample("bool").tensor).left(17), QByteArray("i0,value\n0,true\n1").left(17));
    }

    void namesAreSafe() {
        QCOMPARE(safeName("../../etc/passwd"), std::string("__/__/etc/passwd"));
        QCOMPARE(safeName("/a//b\\c"), std::string("a/b_c"));
        QCOMPARE(safeName(std::string("a\0b\n", 4)), std::string("a_b_"));
        QCOMPARE(safeName(""), std::string("tensor"));
        QCOMPARE(safeName("w\\xFF"), std::string("w_xFF"));
        const Tensor t = test::floats({1}, {1});
        const std::vector<NamedTensor> twice{{"w", t}, {"w", t}, {"__metadata__", t}, {"/w", t}};
        for (const char* name : {"/same.npz", "/same.safetensors"}) {
            const std::string path = m_temporary.path().toStdString() + name;
            QVERIFY(exportTensors(twice, path, *exportFormatOf(path), {}).hasValue());
            Diagnostics diagnostics;
            const auto file = ByteRange::whole(opened(path));
            const auto names = path.ends_with("npz") ? readNpz(ZipIndex::read(file, diagnostics).value(), diagnostics).size()
                                                     : readSafetensors(file, diagnostics)->tensors.size();
            QCOMPARE(names, 4U);
        }
    }

    /// Whatever goes wrong, the old file stays and nothing is left beside it.
    void failuresLeaveNothing_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"t.npy", "t.npz", "t.safetensors", "t.csv", "t.bin"}) QTest::newRow(name) << name;
    }
    void failuresLeaveNothing() {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const std::string path = folder.filePath(name).toStdString();
        QFile old(QString::fromStdString(path));
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        const ExportFormat format = *exportFormatOf(path);

        std::stop_source stop;
        const JobContext late{stop.get_token(), [&](double) { stop.request_stop(); }};
        const Tensor big = test::floats(std::vector<float>(3'000'000, 1.0F), {3'000'000});
        QCOMPARE(test::code(exportTensor(big, "big", path, format, late)), std::string("cancelled"));
        Tensor broken = big;
        broken.shape = {4'000'000};
        QCOMPARE(test::code(exportTensor(broken, "broken", path, format, {})), std::string("tensor-out-of-storage"));
        QCOMPARE(bytesAt(path), QByteArray("old"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
        QCOMPARE(test::code(exportTensor(big, "big", folder.filePath("no/such/").toStdString() + name.toStdString(), format, {})),
                 std::string("write-failed"));
        QVERIFY(exportTensor(big, "big", path, format, {}).hasValue());
        QVERIFY(bytesAt(path) != QByteArray("old"));
    }

    void refusals() {
        const std::string path = m_temporary.path().toStdString() + "/x.npz";
        QCOMPARE(test::code(exportTensors({}, path, ExportFormat::Npz, {})), std::string("export-nothing"));
        QCOMPARE(test::code(exportTensors(all(), path, ExportFormat::Csv, {})), std::string("export-type-unsupported"));
        QVERIFY(!exportFormatOf("x.txt"));
        Tensor huge = test::floats({7}, {});
        huge.shape = {1LL << 40};
        huge.strides = {0};
        for (const ExportFormat format :
             {ExportFormat::Npy, ExportFormat::Npz, ExportFormat::Safetensors, ExportFormat::Csv, ExportFormat::Bin})
            QCOMPARE(test::code(exportTensor(huge, "huge", path, format, {})), std::string("limit-exceeded"));
    }

private:
    static std::vector<NamedTensor> all() {
        std::vector<NamedTensor> tensors;
        for (const test::Sample& s : test::samples()) tensors.push_back({s.name, s.tensor});
        return tensors;
    }

    static void verifySame(const Tensor& read, const test::Sample& s) {
        QCOMPARE(read.shape, s.tensor.shape);
        if (s.tensor.quantization) {  // dequantized and rounded to float
            auto x = ElementReader::open(read), y = ElementReader::open(s.tensor);
            const auto n = static_cast<std::size_t>(x->count());
            const auto a = x->doubles(0, n), b = y->doubles(0, n);
            for (std::size_t i = 0; i < n; ++i) QCOMPARE((*a)[i], static_cast<double>(static_cast<float>((*b)[i])));
        } else {
            QVERIFY2(test::digest(read) == test::text(s.expected["digest"]), s.name.c_str());
        }
    }

    QTemporaryDir m_temporary;
    std::string m_folder;
};

ETSCOPE_TEST(TestExport)
#include "test_export.moc"
