// Values that are kept beyond what may lie in memory are read back as they were.
#include <QtTest>
#include <cstring>
#include <numeric>

#include "evaluate/reading.h"
#include "stages/kept_values.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

struct Room {
    JobContext job;
    evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U), job};

    evaluate::Array numbers(std::int64_t count, float first) const {
        evaluate::Array array = context.make(ScalarType::F32, {2, count / 2});
        auto* items = reinterpret_cast<float*>(array.storage->data());
        std::iota(items, items + count, first);
        return array;
    }
};

std::vector<float> floatsOf(const tensor::Tensor& tensor) {
    const auto bytes = tensor.storage.readAll();
    if (!bytes) qFatal("%s", bytes.error().message.c_str());
    std::vector<float> values(bytes->size() / sizeof(float));
    std::memcpy(values.data(), bytes->data(), bytes->size());
    return values;
}

}  // namespace

class TestKeptValues : public QObject {
    Q_OBJECT
private slots:
    void whatIsPutAsideIsReadBack() {
        const Room room;
        stages::KeptValues kept(std::uint64_t{64} << 10U);
        for (int i = 0; i < 20; ++i)
            kept.take("value " + std::to_string(i), room.numbers(4096, static_cast<float>(100 * i)));  // 16 kB each
        kept.take("small", room.numbers(8, 7));
        kept.take("none", evaluate::Value{});
        const auto values = std::move(kept).all();
        QVERIFY(values);
        QCOMPARE(values->size(), std::size_t{21});
        std::size_t files = 0;
        for (int i = 0; i < 20; ++i) {
            const tensor::Tensor& one = values->at("value " + std::to_string(i));
            files += one.storage.source->isFile() ? 1U : 0U;
            QCOMPARE(one.shape, (std::vector<std::int64_t>{2, 2048}));
            const std::vector<float> read = floatsOf(one);
            QCOMPARE(read.size(), std::size_t{4096});
            QCOMPARE(read.front(), static_cast<float>(100 * i));
            QCOMPARE(read.back(), static_cast<float>(100 * i + 4095));
        }
        QCOMPARE(files, std::size_t{16});
        QVERIFY(!values->at("small").storage.source->isFile());
    }

    void theLastValueOfAPathStays() {
        const Room room;
        stages::KeptValues kept(0);
        kept.take("loop", room.numbers(4096, 1));
        kept.take("loop", room.numbers(4096, 2));
        kept.take("loop", room.numbers(8, 3));
        kept.take("other", room.numbers(8, 4));
        kept.take("other", room.numbers(4096, 5));
        const auto values = std::move(kept).all();
        QVERIFY(values);
        QCOMPARE(floatsOf(values->at("loop")).front(), 3.0F);
        QCOMPARE(floatsOf(values->at("other")).front(), 5.0F);
    }

    void withoutAPlaceOnDiskTheyStayInMemory() {
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", "/nowhere/at/all");
        const Room room;
        stages::KeptValues kept(0);
        kept.take("value", room.numbers(4096, 9));
        const auto values = std::move(kept).all();
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QVERIFY(values);
        QVERIFY(!values->at("value").storage.source->isFile());
        QCOMPARE(floatsOf(values->at("value")).front(), 9.0F);
    }
};

ETSCOPE_TEST(TestKeptValues)
#include "tst_kept_values.moc"
