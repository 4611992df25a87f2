// The charts: what the mouse and the keys do, that a frame does not walk all items, exports of all content, what screen readers are
// told, and that a slot may clear what it is told of.
#include <QAccessible>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "charts/gap_plot.h"
#include "charts/heat_view.h"
#include "charts/histogram_view.h"
#include "charts/memory_view.h"
#include "charts/timeline_view.h"
#include "charts/treemap.h"
#include "look/tokens.h"
#include "support/test_case.h"
#include "ui/painted_texts.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;

/// Counts for how many items it asks where they are.
template <class Chart>
class Counting : public Chart {
public:
    QRectF boxOf(std::size_t item) const override {
        ++asked;
        return Chart::boxOf(item);
    }
    mutable std::size_t asked = 0;
};

/// What it paints, the pointer's part too.
class OpenGapPlot : public GapPlot {
public:
    void paint(QPainter& painter) const {
        paintAll(painter);
        paintPointer(painter);
    }
};

class TestCharts : public QObject {
    Q_OBJECT
private:
    static void show(ChartView& chart) {
        chart.resize(1000, 400);
        chart.show();
        QApplication::setActiveWindow(&chart);
        chart.setFocus();
        test::takeTurns();
    }
    static std::vector<ChartPoint> points(int count) {
        std::vector<ChartPoint> points;
        for (int i = 0; i < count; ++i)
            points.push_back({static_cast<double>(i), std::pow(10.0, -6 + i % 5), i % 7 == 0,
                              QStringLiteral("0/%1 · <i>node</i>\naten::add").arg(i), Address::ofInstruction("forward", i)});
        return points;
    }
    static std::vector<TimelineBar> bars(int count) {
        std::vector<TimelineBar> bars;
        for (int i = 0; i < count; ++i)
            bars.push_back({i * 1.0, i + 0.8, i % 3, 0, QString::number(i), QStringLiteral("event %1\n0.8 ms").arg(i),
                            Address::ofInstruction("forward", i)});
        return bars;
    }
    static void click(QWidget& chart, QPointF at) { QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint()); }

private slots:
    /// How many pixels of a picture have about that colour.
    static int pixels(const QImage& picture, const QColor& colour) {
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x) {
                const QColor one = picture.pixelColor(x, y);
                const int far = std::max({std::abs(one.red() - colour.red()), std::abs(one.green() - colour.green()),
                                          std::abs(one.blue() - colour.blue())});
                count += far < 12 ? 1 : 0;
            }
        return count;
    }

    /// Beyond 60 % of the plot the flag stands left of its line, always inside, with operator and cause.
    void flagOfTheCallAtFault() {
        GapPlot plot;
        show(plot);
        for (const int first : {5, 50, 95}) {
            auto all = points(100);
            all[static_cast<std::size_t>(first)].wrong = "Wrong: <i>node</i> · CPU, own error × 90";
            plot.setPoints(std::move(all), "error", 1e-3);
            QCOMPARE(plot.flagText(), QString("Wrong: <i>node</i> · CPU, own error × 90"));
            const double at = plot.placeOf(static_cast<std::size_t>(first)).x();
            QVERIFY(plot.flag().left() >= 0 && plot.flag().right() <= plot.width());
            if (first > 60)
                QVERIFY(plot.flag().right() <= at + 1);
            else
                QVERIFY(plot.flag().right() > at);
        }
    }

    /// Whatever is beyond the tolerance, without a call that is at fault nothing has a flag, and no point is red.
    void nothingIsAccusedOfWhatItInherits() {
        GapPlot plot;
        show(plot);
        auto all = points(100);
        for (ChartPoint& point : all) point.bad = true, point.own = 0.2, point.judged = Mark::Match;
        plot.setPoints(all, "error");
        QVERIFY(plot.flag().isNull() && plot.flagText().isEmpty());
        QCOMPARE(pixels(plot.grab().toImage(), ui::tokens().differ), 0);
        all[50].own = 2, all[50].judged = Mark::Warning;
        plot.setPoints(all, "error");
        QCOMPARE(pixels(plot.grab().toImage(), ui::tokens().differ), 0);
        QVERIFY(pixels(plot.grab().toImage(), ui::tokens().amberMark) > 10);
        all[50].own = 90, all[50].judged = Mark::Differ, all[50].wrong = "Wrong: x";
        plot.setPoints(all, "error");
        QVERIFY(pixels(plot.grab().toImage(), ui::tokens().differ) > 100);
    }

    /// In the lane below a click means the bar, which is as high as the call's own error.
    void ownErrorsHaveALane() {
        GapPlot plot;
        show(plot);
        auto all = points(40);
        for (ChartPoint& point : all) point.own = 0.1, point.judged = Mark::Match;
        all[20].own = 1000, all[20].judged = Mark::Differ;
        all[30].own = ChartPoint::kNone;
        plot.setPoints(all, "error");
        QVERIFY(plot.ownPlaceOf(20)->y() < plot.ownPlaceOf(21)->y());
        QVERIFY(plot.placeOf(20).y() < plot.ownPlaceOf(20)->y());
        QVERIFY(!plot.ownPlaceOf(30));
        QSignalSpy chosen(&plot, &GapPlot::pointClicked);
        click(plot, {plot.ownPlaceOf(20)->x(), plot.ownPlaceOf(21)->y()});
        QVERIFY(chosen.takeFirst().first().value<Address>() == plot.points()[20].address);
    }

    /// What rounding alone may give is green.
    void bandOfRounding() {
        GapPlot plot;
        show(plot);
        auto all = points(100);
        for (ChartPoint& point : all) point.normal = 1e-5;
        plot.setPoints(std::move(all), "error", 1e-3);
        const QImage picture = plot.grab().toImage();
        const auto isGreen = [](QColor c) { return c.green() > c.red() + 4 && c.green() > c.blue(); };
        const auto greens = [&](double x) {
            int count = 0;
            for (int y = 0; y < picture.height(); ++y) count += isGreen(picture.pixelColor(static_cast<int>(x), y)) ? 1 : 0;
            return count;
        };
        const double between = (plot.placeOf(70).x() + plot.placeOf(71).x()) / 2;
        QVERIFY2(greens(between) > 20, qPrintable(QString::number(greens(between))));
    }

    void keysChooseAndOpen() {
        GapPlot plot;
        plot.setPoints(points(40), QStringLiteral("max_abs"));
        show(plot);
        QSignalSpy opened(&plot, &GapPlot::pointClicked);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.current(), 1);
        QTest::keyClick(&plot, Qt::Key_Left);
        QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(plot.current(), 0);
        QTest::keyClick(&plot, Qt::Key_End);
        QCOMPARE(plot.current(), 39);
        QVERIFY(opened.isEmpty());
        QTest::keyClick(&plot, Qt::Key_Return);
        QVERIFY(opened.takeFirst().first().value<Address>() == plot.points()[39].address);
        click(plot, plot.placeOf(7));
        QVERIFY(opened.takeFirst().first().value<Address>() == plot.points()[7].address);
        plot.setSelection(plot.points()[3].address, {});
        QCOMPARE(plot.current(), 3);
    }

    void zoomsAndPans() {
        TimelineView timeline;
        timeline.setBars({"a", "b", "c"}, bars(100));
        show(timeline);
        const double all = timeline.to() - timeline.from();
        const QPointF middle(timeline.width() / 2.0, timeline.height() / 2.0);
        QWheelEvent wheel(middle, timeline.mapToGlobal(middle), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&timeline, &wheel);
        QVERIFY(timeline.to() - timeline.from() < all);
        QTest::keyClick(&timeline, Qt::Key_F);
        QCOMPARE(timeline.to() - timeline.from(), all);
        QTest::keyClick(&timeline, Qt::Key_W);
        const double from = timeline.from();
        QVERIFY(from > 0);
        QTest::keyClick(&timeline, Qt::Key_D);
        QVERIFY(timeline.from() > from);
        QTest::keyClick(&timeline, Qt::Key_A);
        QCOMPARE(timeline.from(), from);
        // Dragging pans and opens nothing.
        QSignalSpy opened(&timeline, &TimelineView::barClicked);
        QTest::mousePress(&timeline, Qt::LeftButton, {}, middle.toPoint());
        QTest::mouseMove(&timeline, middle.toPoint() + QPoint(60, 0));
        QMouseEvent move(QEvent::MouseMove, middle + QPointF(100, 0), timeline.mapToGlobal(middle + QPointF(100, 0)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&timeline, &move);
        QTest::mouseRelease(&timeline, Qt::LeftButton, {}, middle.toPoint() + QPoint(100, 0));
        QVERIFY(timeline.from() < from);
        QVERIFY(opened.isEmpty());
        QTest::keyClick(&timeline, Qt::Key_S);
        QTest::keyClick(&timeline, Qt::Key_S);
        QCOMPARE(timeline.to() - timeline.from(), all);
        // A key brings what it makes current into view.
        for (int i = 0; i < 8; ++i) QTest::keyClick(&timeline, Qt::Key_W);
        QTest::keyClick(&timeline, Qt::Key_End);
        QVERIFY(QRectF(timeline.rect()).intersects(timeline.boxOf(99)));
        QTest::keyClick(&timeline, Qt::Key_M);
        QTest::keyClick(&timeline, Qt::Key_Escape);
    }

    /// Every bar is found where it is drawn, whatever is in view, also under one that began long before.
    /// Instructions are counted: between two of them is none. What is measured is their number.
    void instructionsHaveWholeTicks() {
        OpenGapPlot plot;
        plot.setPoints(points(7), "error");
        show(plot);
        const auto texts = [&plot] {
            test::PaintedTexts painted(plot.size());
            {
                QPainter painter(&painted);
                plot.paint(painter);
            }
            QStringList all;
            for (const test::PaintedText& one : painted.texts()) all.append(one.text);
            return all;
        };
        for (const QString& text : texts()) QVERIFY2(!text.contains(QRegularExpression("^\\d+\\.5$")), qPrintable(text));
        QVERIFY(texts().contains("5"));
        click(plot, plot.boxOf(1).center());
        QTest::mouseMove(&plot, plot.boxOf(1).center().toPoint());
        QTest::keyClick(&plot, Qt::Key_M);
        QTest::mouseMove(&plot, plot.boxOf(4).center().toPoint());
        QTRY_VERIFY2(texts().contains(QString::fromUtf8("Δ 3")), qPrintable(texts().join('\n')));
    }

    /// No line goes through what is said in place of bars.
    void emptyHistogramHasNoLines() {
        HistogramView chart;
        chart.resize(400, 200);
        chart.setNote("nothing here");
        QImage picture = chart.grab().toImage();
        const QColor back = ui::tokens().base;
        for (int y = 0; y < picture.height() - 40; ++y) QCOMPARE(picture.pixelColor(20, y), back);
    }

    void findsItemsByTheIndex() {
        std::vector<TimelineBar> all = bars(5000);
        all[0].end = 5000;
        TimelineView timeline;
        timeline.setBars({"a", "b", "c"}, all);
        show(timeline);
        for (const double from : {0.0, 1234.0, 4990.0}) {
            timeline.moveTo(from, from + 10);
            int found = 0;
            for (std::size_t i = 1; i < all.size(); ++i) {
                const QPointF at = timeline.boxOf(i).center();
                if (all[i].lane == 0 || at.x() < 160 || at.x() > timeline.width() - 14) continue;
                QCOMPARE(timeline.itemAt(at), static_cast<int>(i));
                ++found;
            }
            QVERIFY(found > 4);
            QCOMPARE(timeline.itemAt({500, timeline.boxOf(0).center().y()}) % 3, 0);
        }
    }

    /// Drawing looks at what is in view, and a hover at what is near the pointer.
    void aFrameDoesNotWalkAllItems() {
        constexpr int kMany = 300'000;
        Counting<TimelineView> timeline;
        timeline.setBars({"a", "b", "c"}, bars(kMany));
        show(timeline);
        Counting<GapPlot> plot;
        plot.setPoints(points(kMany));
        show(plot);
        const auto check = [](ChartView& chart, const std::size_t& asked) {
            chart.fit();
            chart.repaint();
            const std::size_t before = asked;
            for (int x = 200; x < 300; ++x) {
                QTest::mouseMove(&chart, QPoint(x, chart.height() / 2));
                chart.repaint();
            }
            QVERIFY2(asked - before < std::size_t{100} * kMany / 20, qPrintable(QString::number(asked - before)));
            chart.moveTo(1000, 1100);
            const std::size_t moved = asked;
            chart.repaint();
            QVERIFY2(asked - moved < kMany / 20, qPrintable(QString::number(asked - moved)));
        };
        check(timeline, timeline.asked);
        check(plot, plot.asked);
    }

    void slotsMayClear() {
        GapPlot plot;
        plot.setPoints(points(20));
        show(plot);
        QString told;
        connect(&plot, &GapPlot::pointClicked, this, [&](const Address& address) {
            plot.setPoints({});
            told = address.text();
        });
        const QString wanted = plot.points()[4].address.text();
        click(plot, plot.placeOf(4));
        QCOMPARE(told, wanted);
        QTest::keyClick(&plot, Qt::Key_Return);
        QTest::keyClick(&plot, Qt::Key_Right);
        plot.repaint();
        QCOMPARE(plot.current(), -1);
    }

    /// Whatever is in view: all of it is written.
    void exportsAll() {
        QTemporaryDir folder;
        TimelineView timeline;
        timeline.setBars({"a", "b", "c"}, bars(50));
        show(timeline);
        timeline.moveTo(10, 12);
        QVERIFY(timeline.exportTo(folder.filePath("x.tsv")));
        QFile table(folder.filePath("x.tsv"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 51);
        for (const QByteArray& line : lines) QCOMPARE(line.count('\t'), 4);
        QVERIFY(timeline.exportTo(folder.filePath("x.svg")));
        QFile picture(folder.filePath("x.svg"));
        QVERIFY(picture.open(QIODevice::ReadOnly));
        QVERIFY(picture.readAll().contains("49"));
        QVERIFY(timeline.exportTo(folder.filePath("x.png")));
        QCOMPARE(QImage(folder.filePath("x.png")).width(), 2000);
        QVERIFY(!timeline.exportTo(folder.filePath("x.doc")));
        QCOMPARE(timeline.from(), 10.0);
        QTest::keyClick(&timeline, Qt::Key_C, Qt::ControlModifier);
    }

    void screenReadersAreTold() {
        GapPlot plot;
        plot.setPoints(points(12));
        show(plot);
        QAccessibleInterface* chart = QAccessible::queryAccessibleInterface(&plot);
        QVERIFY(chart != nullptr);
        QVERIFY(chart->role() == QAccessible::Chart);
        QVERIFY(!chart->text(QAccessible::Name).isEmpty());
        QCOMPARE(chart->childCount(), 12);
        QAccessibleInterface* item = chart->child(3);
        QCOMPARE(item->text(QAccessible::Name), QStringLiteral("0/3 · <i>node</i>"));
        QCOMPARE(chart->indexOfChild(item), 3);
        QVERIFY(item->rect().contains(plot.mapToGlobal(plot.placeOf(3).toPoint())));
        QVERIFY(chart->childAt(item->rect().center().x(), item->rect().center().y()) == item);
        QSignalSpy opened(&plot, &GapPlot::pointClicked);
        item->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(opened.size(), 1);
        QVERIFY(chart->focusChild() == item);
        plot.setPoints({});
        QVERIFY(!item->isValid());
        QCOMPARE(item->text(QAccessible::Name), QString());
        QCOMPARE(chart->childCount(), 0);
    }

    void treemapOfManyRegions() {
        std::vector<flat::Region> regions;
        for (std::uint64_t i = 0; i < 100'000; ++i) {
            flat::Region region;
            region.offset = i * 100;
            region.size = i < 20 ? 1'000'000 : 1 + i % 3;
            region.name = "region " + std::to_string(i);
            region.kind = i % 2 == 0 ? flat::RegionKind::Constant : flat::RegionKind::Padding;
            regions.push_back(region);
        }
        Treemap map;
        map.setRegions(regions);
        show(map);
        QVERIFY(map.count() < 1000);
        QSignalSpy clicked(&map, &Treemap::regionClicked);
        for (std::size_t leaf = 0; leaf < 10; ++leaf) {
            click(map, map.boxOf(leaf).center());
            QCOMPARE(QStringLiteral("region %1").arg(clicked.takeFirst().first().toInt()), map.nameOf(leaf));
        }
        map.setCurrentRegion(99'999);
        QVERIFY(map.current() >= 0 && map.nameOf(static_cast<std::size_t>(map.current())).contains("too small"));
        map.resize(500, 300);
        map.repaint();
    }

    /// What was current was of the file before.
    void otherRegionsHaveNoCurrentLeaf() {
        const auto regions = [](std::size_t count, const std::string& name) {
            std::vector<flat::Region> made(count);
            for (std::size_t i = 0; i < count; ++i) made[i] = {.offset = i * 100, .size = 100, .name = name + std::to_string(i)};
            return made;
        };
        Treemap map;
        map.setRegions(regions(6, "old "));
        show(map);
        map.setCurrentRegion(5);
        QVERIFY(map.current() >= 0);
        map.setRegions(regions(8, "new "));
        QCOMPARE(map.count(), std::size_t{8});
        QCOMPARE(map.current(), -1);
        map.setCurrentRegion(7);
        map.setRegions(regions(2, "few "));
        QCOMPARE(map.current(), -1);
    }

    /// What fails and is no fault is amber: red is for what is wrong. Up to the tolerance nothing changes.
    void heatOfQuantisationIsAmber() {
        tensor::HeatMap map;
        map.rows = 1, map.columns = 4, map.planeRows = 1, map.planeColumns = 4;
        map.values = {0.5F, 2.F, 60.F, 1000.F};
        map.flags.assign(4, 0);
        map.min = 0.5, map.max = 1000;
        tensor::PlaneRequest plane;
        plane.index = {0, 0};
        plane.rowAxis = 0, plane.columnAxis = 1;
        HeatPlot plot;
        plot.setMap(map, plane, HeatPlot::Kind::Tolerances);
        const QImage wrong = plot.image();
        plot.setWrong(Mark::Warning);
        const QImage amber = plot.image();
        QCOMPARE(amber.pixel(0, 0), wrong.pixel(0, 0));
        for (int x = 1; x < 4; ++x) {
            const QColor colour = amber.pixelColor(x, 0);
            QVERIFY2(colour.hue() >= 25 && colour.hue() <= 60, qPrintable(colour.name()));
        }
        QVERIFY(wrong.pixelColor(3, 0).hue() < 20 || wrong.pixelColor(3, 0).hue() > 340);
        QVERIFY(amber.pixelColor(3, 0).lightness() < amber.pixelColor(1, 0).lightness());
    }

    /// The mark moves by keys, and what is marked is told.
    void heatMapByKeys() {
        std::vector<std::byte> bytes(6 * 8 * sizeof(float));
        auto* values = reinterpret_cast<float*>(bytes.data());
        for (int i = 0; i < 48; ++i) values[i] = i == 10 ? std::numeric_limits<float>::infinity() : static_cast<float>(i);
        tensor::Tensor tensor;
        tensor.type = ScalarType::F32;
        tensor.shape = {2, 3, 8};
        tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "values"));
        HeatView map;
        map.resize(500, 300);
        map.setTensor(tensor);
        HeatPlot* plot = map.plot();
        QVERIFY(plot->image().isNull());
        map.show();
        QApplication::setActiveWindow(&map);
        map.setFocus();
        QTRY_COMPARE(plot->image().size(), QSize(8, 3));
        QVERIFY(plot->image().pixel(0, 0) != plot->image().pixel(7, 2));
        QSignalSpy chosen(&map, &HeatView::placeClicked);
        QTest::keyClick(plot, Qt::Key_Down);
        QTest::keyClick(plot, Qt::Key_Right);
        QTest::keyClick(plot, Qt::Key_Right);
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(plot);
        QCOMPARE(told->childCount(), 24);
        QVERIFY(told->focusChild()->text(QAccessible::Name).startsWith("[0, 1, 2]: "));
        QVERIFY(told->focusChild()->text(QAccessible::Name).contains("Inf"));
        QVERIFY(told->childAt(told->child(9)->rect().center().x(), told->child(9)->rect().center().y()) == told->child(9));
        QVERIFY(chosen.isEmpty());
        QTest::keyClick(plot, Qt::Key_Return);
        QCOMPARE(chosen.takeFirst().first().value<std::vector<std::int64_t>>(), (std::vector<std::int64_t>{0, 1, 2}));
        click(*plot, plot->boxOf(23).center());
        QCOMPARE(chosen.takeFirst().first().value<std::vector<std::int64_t>>(), (std::vector<std::int64_t>{0, 2, 7}));
        const QStringList lines = plot->tsv().trimmed().split('\n');
        QCOMPARE(lines.size(), 25);
        QCOMPARE(lines[11], QString("[0, 1, 2]\t0\tyes"));
        QCOMPARE(lines[24], QString("[0, 2, 7]\t23"));
        QTemporaryDir folder;
        for (const char* name : {"x.png", "x.svg", "x.pdf", "x.tsv"}) QVERIFY(plot->exportTo(folder.filePath(name)));
        // The place stays, in another slice it is not there.
        QTest::keyClick(plot, Qt::Key_BracketRight);
        QCOMPARE(plot->count(), std::size_t{0});
        QTRY_COMPARE(plot->count(), std::size_t{24});
        QCOMPARE(plot->current(), -1);
        QTest::keyClick(plot, Qt::Key_BracketLeft);
        QTRY_COMPARE(plot->current(), 23);
        map.clear();
        QTest::keyClick(plot, Qt::Key_Down);
        QVERIFY(plot->image().isNull());
    }

    /// A pixel of many elements tells the first of them.
    void heatMapOfMoreThanThePixels() {
        std::vector<std::byte> bytes(700 * 1000 * sizeof(float));
        tensor::Tensor tensor;
        tensor.type = ScalarType::F32;
        tensor.shape = {700, 1000};
        tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "values"));
        HeatView map;
        map.resize(500, 300);
        map.setTensor(tensor);
        map.show();
        HeatPlot* plot = map.plot();
        QTRY_VERIFY(plot->count() > 0);
        const std::size_t columns = static_cast<std::size_t>(plot->image().width());
        for (const std::size_t pixel : {std::size_t{0}, columns + 3, plot->count() - 1, plot->count() / 2}) {
            QCOMPARE(plot->itemAt(plot->boxOf(pixel).center()), static_cast<int>(pixel));
            QSignalSpy chosen(&map, &HeatView::placeClicked);
            plot->open(pixel);
            map.markPlace(chosen.takeFirst().first().value<std::vector<std::int64_t>>());
            QCOMPARE(plot->current(), static_cast<int>(pixel));
        }
        QCOMPARE(QAccessible::queryAccessibleInterface(plot)->childCount(), 1000);
    }

    void memoryBoxes() {
        program::MemoryPlan plan;
        plan.buffers.push_back({});
        plan.buffers.back().memoryId = 1;
        plan.buffers.back().bytes = 4000;
        for (int i = 0; i < 40; ++i) {
            program::PlannedTensor tensor;
            tensor.memoryId = 1;
            tensor.value = i + 100;
            tensor.used = true;
            tensor.firstUse = i - 1;
            tensor.lastUse = i;
            tensor.offset = static_cast<std::uint64_t>(i) * 100;
            tensor.bytes = 100;
            plan.tensors.push_back(tensor);
        }
        MemoryView view;
        view.setPlan(plan, 1, 40);
        show(view);
        QCOMPARE(view.count(), std::size_t{40});
        QSignalSpy clicked(&view, &MemoryView::tensorClicked);
        for (const std::size_t item : {0U, 17U, 39U}) {
            click(view, view.boxOf(item).center());
            QCOMPARE(clicked.takeFirst()[0].value<program::ValueIndex>(), static_cast<program::ValueIndex>(item) + 100);
        }
        view.clear();
        view.repaint();
        click(view, {300, 200});
        QVERIFY(clicked.isEmpty());
    }
};

ETSCOPE_TEST(TestCharts)
#include "tst_charts.moc"
