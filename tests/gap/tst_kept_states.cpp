// States that are kept between calls: how many, how large, and what they keep alive.
#include <QtTest>

#include "evaluate/context.h"
#include "replay/kept_states.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

/// `count` bytes, a view of a block of `block`.
replay::Buffers state(std::int64_t count, std::int64_t block = 0) {
    const JobContext job;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(1U << 20U), job};
    evaluate::Array array = context.make(ScalarType::U8, {std::max(count, block)});
    array.storage->data()[0] = std::byte{7};
    array.shape = {count};
    replay::Buffers buffers;
    buffers.emplace("buffer", std::move(array));
    return buffers;
}

}  // namespace

class TestKeptStates : public QObject {
    Q_OBJECT
private slots:
    void newestAreKept() {
        const replay::KeptStates states(1000, 2);
        states.keep("a", state(1));
        states.keep("b", state(1));
        QVERIFY(states.find("a"));  // used after b
        states.keep("c", state(1));
        QVERIFY(states.find("a") && states.find("c") && !states.find("b"));
    }
    void bytesAreBounded() {
        const replay::KeptStates states(1000, 100);
        states.keep("a", state(600));
        states.keep("a", state(500));
        states.keep("b", state(400));
        QVERIFY(states.find("a") && states.find("b"));
        states.keep("c", state(300));
        QVERIFY(!states.find("a") && states.find("b") && states.find("c"));
        states.keep("larger than all", state(5000));
        QVERIFY(states.find("larger than all") && !states.find("c"));
    }
    void blocksAreNotKeptForViews() {
        const replay::KeptStates states(1000, 100);
        states.keep("a", state(10, 100'000));
        const auto found = states.find("a");
        QVERIFY(found);
        const evaluate::Array& array = found->at("buffer");
        QCOMPARE(array.storage->size(), std::uint64_t(10));
        QCOMPARE(array.storage->data()[0], std::byte{7});
    }
};

ETSCOPE_TEST(TestKeptStates)
#include "tst_kept_states.moc"
