// Treemaps: areas are the sizes, nothing overlaps, nothing is lost.
#include <QtTest>

#include "layout/treemap.h"
#include "support/test_case.h"

using namespace etscope::layout;

class TestTreemap : public QObject {
    Q_OBJECT
private slots:
    void squares();
    void smallOnesAreTogether();
    void nothing();
};

void TestTreemap::squares() {
    const Rect area{10, 20, 60, 40};
    const std::vector<double> sizes{6, 6, 4, 3, 2, 2, 1};
    const auto placed = squarified(sizes, area);
    QCOMPARE(placed.size(), sizes.size());
    for (std::size_t i = 0; i < placed.size(); ++i) {
        QVERIFY(std::abs(placed[i].width * placed[i].height - sizes[i] * 100) < 1e-6);
        const Rect around = area.grown(1e-6);
        QVERIFY(around.contains({placed[i].x, placed[i].y}) && around.contains({placed[i].right(), placed[i].bottom()}));
        for (std::size_t k = 0; k < i; ++k) QVERIFY(!placed[i].grown(-1e-6).intersects(placed[k].grown(-1e-6)));
    }
    QCOMPARE(placed[0].width, 30.0);  // two squares of 6 fill the left half of 24
    QCOMPARE(placed[0].height, 20.0);
}

void TestTreemap::smallOnesAreTogether() {
    const Rect area{0, 0, 100, 100};
    Rect rest;
    const auto placed = squarified({90, 9, 0.5, 0.5}, area, 200, &rest);
    QCOMPARE(placed.size(), std::size_t{2});
    QVERIFY(std::abs(rest.width * rest.height - 100) < 1e-6);
    std::vector<std::size_t> counts;
    const auto strips = inStrips({50, 30, 0.001, 0.001, 20, 60, 40}, {0, 0, 200, 100}, 4, counts);
    QCOMPARE(strips.size(), std::size_t{6});
    QCOMPARE(counts, (std::vector<std::size_t>{1, 1, 2, 1, 1, 1}));
}

void TestTreemap::nothing() {
    QVERIFY(squarified({}, {0, 0, 10, 10}).empty());
    QCOMPARE(squarified({0, 0}, {0, 0, 10, 10}).size(), std::size_t{2});
    QCOMPARE(squarified({1, 1}, {}).size(), std::size_t{2});
    std::vector<std::size_t> counts{7};
    QVERIFY(inStrips({}, {0, 0, 10, 10}, 1, counts).empty());
    QVERIFY(counts.empty());
}

ETSCOPE_TEST(TestTreemap)
#include "tst_treemap.moc"
