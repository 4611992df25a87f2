// Texts of the charts: none is cut and none lies over another, with texts as large as a platform may ask for and in small charts.
#include <QtTest>

#include "charts/gap_plot.h"
#include "charts/heat_plot.h"
#include "charts/histogram_view.h"
#include "charts/matrix_view.h"
#include "charts/memory_view.h"
#include "charts/timeline_view.h"
#include "charts/treemap.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "support/test_case.h"
#include "ui/painted_texts.h"

using namespace etscope;
using namespace etscope::ui;

namespace {

/// What all pictures paint by.
struct Opened : ItemView {
    static void paint(const ItemView& view, QPainter& painter) { (view.*(&Opened::paintAll))(painter); }
};

using Made = std::unique_ptr<ItemView>;

Made gapPlot() {
    auto chart = std::make_unique<GapPlot>();
    std::vector<ChartPoint> points;
    for (int i = 0; i < 400; ++i)
        points.push_back(
            {static_cast<double>(i), std::pow(10.0, -9 + i % 9), i % 7 == 0,
             QStringLiteral("0/%1 · aten_linear_default_%1\naten::linear").arg(i), Address::ofInstruction("forward", i),
             i == 300 ? 6688 : 0.01 * (i % 40), i == 300 ? Mark::Differ : Mark::Match,
             i == 300 ? QStringLiteral("Wrong: aten_linear_default_300 · XNNPACK 227, own error × 6 688") : QString(), 1e-6});
    chart->setPoints(std::move(points), QStringLiteral("max |runtime − reference|"));
    std::vector<ChartBand> bands;
    for (int i = 0; i < 20; ++i) bands.push_back({i * 20.0, i * 20.0 + 18, i == 19 ? QStringLiteral("norm") : QString::number(i)});
    chart->setBands(std::move(bands), QStringLiteral("transformer_layers"));
    return chart;
}

Made timeline() {
    auto chart = std::make_unique<TimelineView>();
    std::vector<TimelineBar> bars;
    for (int i = 0; i < 40; ++i)
        bars.push_back({i * 1000.0, i * 1000 + 900.0, i % 3, 0, QStringLiteral("aten.linear.default %1").arg(i),
                        QStringLiteral("event %1").arg(i), Address::ofInstruction("forward", i)});
    chart->setBars({QStringLiteral("OPERATOR_CALL"), QStringLiteral("DELEGATE_CALL"), QStringLiteral("xnnpack, inside of calls")},
                   std::move(bars));
    return chart;
}

Made memory() {
    auto chart = std::make_unique<MemoryView>();
    program::MemoryPlan plan;
    for (int i = 0; i < 12; ++i) {
        program::PlannedTensor tensor;
        tensor.value = static_cast<program::ValueIndex>(i);
        tensor.memoryId = 1;
        tensor.offset = static_cast<std::uint64_t>(i) * 1'000'000;
        tensor.bytes = tensor.reserved = 900'000;
        tensor.used = true;
        tensor.firstUse = i, tensor.lastUse = i + 6;
        tensor.name = "aten_linear_default_" + std::to_string(i);
        plan.tensors.push_back(tensor);
    }
    plan.buffers.push_back({.memoryId = 1, .bytes = 12'000'000});
    program::MemoryPeak peak;
    peak.memoryId = 1, peak.bytes = 11'123'456, peak.atInstruction = 6;
    plan.peaks.push_back(peak);
    chart->setPlan(plan, 1, 20, QStringLiteral("forward"));
    return chart;
}

Made histogram() {
    auto chart = std::make_unique<HistogramView>();
    tensor::Histogram histogram;
    for (int i = 0; i <= 64; ++i) histogram.edges.push_back(std::pow(10.0, -9 + i / 8.0));
    histogram.counts.assign(64, 100);
    chart->setHistogram(histogram, true);
    return chart;
}

Made heat() {
    auto chart = std::make_unique<HeatPlot>();
    tensor::HeatMap map;
    map.rows = map.columns = 64;
    map.planeRows = map.planeColumns = 1'048'576;
    map.values.assign(64 * 64, 1e-12F);
    map.flags.assign(64 * 64, 0);
    map.min = -1.23456e-12, map.max = 1.23456e-3;
    tensor::PlaneRequest plane;
    plane.index = {0, 0};
    plane.rowAxis = 0, plane.columnAxis = 1;
    chart->setMap(std::move(map), plane, HeatPlot::Kind::Differences);
    return chart;
}

Made treemap() {
    auto chart = std::make_unique<Treemap>();
    std::vector<flat::Region> regions;
    for (std::uint64_t i = 0; i < 60; ++i) {
        flat::Region region;
        region.kind = i % 3 == 0   ? flat::RegionKind::NamedData
                      : i % 3 == 1 ? flat::RegionKind::Delegate
                                   : flat::RegionKind::Constant;
        region.offset = i << 20U;
        region.size = (60 - i) << 14U;
        region.name = "layers.11.feed_forward.w2.weight " + std::to_string(i);
        regions.push_back(region);
    }
    chart->setRegions(std::move(regions), QStringLiteral("model.pte"));
    return chart;
}

}  // namespace

class TestChartTexts : public QObject {
    Q_OBJECT
private slots:
    void cleanup() {
        setTextScale(1);
        applyTheme(*qApp, Theme::Light);
    }

    void allCanBeRead_data() {
        QTest::addColumn<int>("chart");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QSize>("size");
        for (std::size_t i = 0; i < std::size(kCharts); ++i)
            for (const double scale : {1.0, 1.5, 2.0})
                for (const QSize size : {QSize(1000, 400), QSize(420, 240)})
                    QTest::addRow("%s × %g, %d wide", kCharts[i].name, scale, size.width()) << static_cast<int>(i) << scale << size;
    }
    void allCanBeRead() {
        QFETCH(int, chart);
        QFETCH(double, scale);
        QFETCH(QSize, size);
        setTextScale(scale);
        applyTheme(*qApp, Theme::Light);
        const Made made = kCharts[chart].make();
        check(*made, size);
    }

    /// Texts that grow while a chart is shown.
    void growsWithItsTexts() {
        for (const auto& one : kCharts) {
            setTextScale(1);
            applyTheme(*qApp, Theme::Light);
            const Made made = one.make();
            made->show();
            const int before = made->height();
            setTextScale(1.5);
            applyTheme(*qApp, Theme::Light);
            check(*made, {1000, 400});
            if (made->objectName() == QLatin1String("timeline")) QVERIFY(made->height() > before);
        }
    }

    /// Numbers of an axis that nothing is on would be made up.
    void withoutItemsThereIsNoAxis() {
        MemoryView view;
        view.setPlan({}, 1, 0, "forward", {});
        view.resize(600, 300);
        view.show();
        test::PaintedTexts texts(view.size());
        {
            QPainter painter(&texts);
            Opened::paint(view, painter);
        }
        QVERIFY2(texts.texts().empty(), texts.texts().empty() ? "" : qPrintable(texts.texts().front().text));
    }

    /// What is cut and what lies over another is found.
    void unreadableTextsAreFound() {
        test::PaintedTexts texts({100, 40});
        QPainter painter(&texts);
        painter.drawText(QPointF(5, 20), QStringLiteral("one"));
        QCOMPARE(texts.unreadable(), QStringList());
        painter.drawText(QRectF(50, 4, 20, 20), Qt::AlignLeft, QStringLiteral("wider than its box"));
        QCOMPARE(texts.unreadable().size(), 1);
        painter.drawText(QPointF(7, 22), QStringLiteral("two"));
        QCOMPARE(texts.unreadable().size(), 2);
        painter.drawText(QPointF(5, 45), QStringLiteral("below"));
        QCOMPARE(texts.unreadable().size(), 3);
    }

private:
    struct Chart {
        const char* name;
        Made (*make)();
    };
    static constexpr Chart kCharts[] = {{"gap plot", gapPlot},    {"timeline", timeline}, {"memory", memory},
                                        {"histogram", histogram}, {"heat map", heat},     {"treemap", treemap}};

    static void check(ItemView& view, QSize size) {
        view.resize(size.expandedTo(view.minimumSize()).boundedTo(view.maximumSize()));
        view.show();
        QCoreApplication::processEvents();
        test::PaintedTexts texts(view.size());
        {
            QPainter painter(&texts);
            Opened::paint(view, painter);
        }
        QVERIFY(!texts.texts().empty());
        QVERIFY2(texts.unreadable().isEmpty(), qPrintable('\n' + texts.unreadable().join('\n')));
    }
};

ETSCOPE_TEST(TestChartTexts)
#include "tst_chart_texts.moc"
