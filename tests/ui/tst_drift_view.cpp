// The numeric gap by layer and step in the real main window, offscreen: by clicks and keys to the step and layer where it begins,
// into a cell and to its operators; maps of many steps and of little room.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "answers/drift_words.h"
#include "docks/inspector.h"
#include "look/tokens.h"
#include "pages/drift_map.h"
#include "pages/drift_view.h"
#include "pages/gap_page.h"
#include "pages/steps_page.h"
#include "support/test_case.h"
#include "ui/driver.h"
#include "ui/painted_texts.h"
#include "ui/written_pictures.h"

using namespace etscope;
using namespace etscope::test;
using namespace etscope::ui;

namespace {

constexpr const char* kDriftViewQuick = "computing/quickOperations";

QString driftViewFaults(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/faults/") + QLatin1String(name); }
bool hasFaults() { return std::filesystem::exists(driftViewFaults("fault_kernel").toStdString()); }

StepsPage* stepsOf(Driver& user) { return static_cast<StepsPage*>(user.window().page("steps")); }
DriftMap* mapOf(Driver& user) { return stepsOf(user)->view()->map(); }

void open(Driver& user, const QString& path, const QString& method) {
    user.window().workspace().open({path});
    QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
    user.window().workspace().setMethod(method);
    user.window().showPage("steps");
    user.settle();
}

void click(Driver& user, const char* name) {
    const auto all = user.window().findChildren<QAbstractButton*>(QLatin1String(name));
    const auto shown = std::ranges::find_if(all, &QWidget::isVisible);
    auto* button = shown != all.end() ? *shown : nullptr;
    QVERIFY2(button != nullptr && button->isVisible() && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton, {}, button->rect().center());
    user.settle();
}

std::size_t itemOf(const DriftMap& map, const DriftPtr& drift, const std::string& path, std::size_t step) {
    for (std::size_t shown = 0; shown < map.shownRows().size(); ++shown)
        if (drift->rows[map.shownRows()[shown]].path == path) return shown * drift->steps.size() + step;
    qFatal("no row %s is in view", path.c_str());
}

/// Layers that are wrong from a step and a layer on, of many steps.
DriftPtr madeUp(std::size_t layers, std::size_t steps, std::size_t fromLayer, std::size_t fromStep) {
    auto drift = std::make_shared<causes::Drift>();
    for (std::size_t s = 0; s < steps; ++s) {
        causes::DriftStep step{s, static_cast<std::int64_t>(s), s == 0 ? 19 : 1, {}, {}, {}};
        step.outputs.push_back({"out", s < fromStep ? 1e-5 : 0.5, 1e-6, 1e-3, s >= fromStep});
        if (s > fromStep) step.byCache = 0.5;
        drift->steps.push_back(step);
    }
    for (std::size_t l = 0; l < layers; ++l) {
        causes::DriftRow row;
        row.name = row.path = "layers." + std::to_string(l);
        row.cells.resize(steps);
        for (std::size_t s = 0; s < steps; ++s) {
            causes::DriftCell& cell = row.cells[s];
            cell.state = causes::DriftState::Known;
            cell.total = l >= fromLayer && s >= fromStep ? 5000.0 : 0.1;
            cell.own = l == fromLayer && s >= fromStep ? 900 : 0.2;
            cell.ownWrong = *cell.own > 1;
        }
        drift->rows.push_back(row);
    }
    causes::DriftCache cache{"layers.0.k_cache", "keys", "f32[1,8]", 0, {}};
    cache.cells.resize(steps);
    drift->caches.push_back(cache);
    drift->first = causes::Drift::Place{fromLayer, fromStep};
    return drift;
}

}  // namespace

class TestDriftView : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QSettings().remove(QLatin1String(kDriftViewQuick)); }

    /// All rows and steps, and what stands above them, of a window that has no room for them.
    void isWrittenWhole() {
        if (!hasFaults()) QSKIP("the shared faults are not here");
        Driver user({900, 480});
        open(user, driftViewFaults("fault_kernel"), "forward");
        DriftMap* map = mapOf(user);
        map->setRows(DriftRowsShown::Operators);
        user.settle();
        QVERIFY(map->wholeSize().height() > map->height());
        const QTemporaryDir folder;
        QVERIFY(stepsOf(user)->exportTo(folder.filePath("x.svg")));
        QVERIFY(stepsOf(user)->exportTo(folder.filePath("x.png")));
        QVERIFY(stepsOf(user)->exportTo(folder.filePath("x.tsv")));
        QVERIFY(!stepsOf(user)->exportTo(folder.filePath("x.csv")));
        QFile svg(folder.filePath("x.svg"));
        QVERIFY(svg.open(QFile::ReadOnly));
        QVERIFY(textRuns(svg.readAll()) >= static_cast<qsizetype>(map->shownRows().size()));
        const QImage picture(folder.filePath("x.png"));
        QVERIFY(picture.height() >= map->wholeSize().height());
        const int left = map->mapTo(stepsOf(user), QPoint()).x();
        QVERIFY(darkBands(picture, left, left + static_cast<int>(map->labelBox(0).width())) >=
                static_cast<int>(map->shownRows().size()));
    }
    /// Ctrl+F goes through the rows of the map, folded ones, too.
    void findGoesThroughTheMap() {
        if (!hasFaults()) QSKIP("the shared faults are not here");
        Driver user;
        open(user, driftViewFaults("fault_kernel"), "forward");
        auto* find = user.window().findChild<QLineEdit*>("find");
        user.press("Ctrl+F");
        user.type("gelu");
        QVERIFY(find->palette().color(QPalette::Text) != tokens().differ);
        const auto place = mapOf(user)->place();
        QVERIFY(place);
        const causes::DriftRow& row = stepsOf(user)->view()->drift()->rows[place->row];
        QVERIFY2((row.name + row.path).find("gelu") != std::string::npos, row.path.c_str());
        QVERIFY(user.window().workspace().selection().isCell());
        user.type("zzz");
        QCOMPARE(find->palette().color(QPalette::Text), tokens().differ);
    }
    /// One click says where it begins; a click on the cell, why; Enter leads to its operators.
    void fromTheMapToTheOperators() {
        if (!hasFaults()) QSKIP("the shared faults are not here");
        Driver user;
        open(user, driftViewFaults("fault_kernel"), "forward");
        const DriftPtr drift = stepsOf(user)->view()->drift();
        QVERIFY(drift != nullptr && drift->first);
        QVERIFY2(user.sees("Begins in step 0") && user.sees("encoder.0") && user.sees("aten_gelu_default"),
                 qPrintable(user.texts()));
        DriftMap* map = mapOf(user);
        const std::size_t item = itemOf(*map, drift, "encoder.0", 0);
        QTest::mouseClick(map, Qt::LeftButton, {}, map->boxOf(item).center().toPoint());
        user.settle();
        QCOMPARE(user.window().workspace().selection().text(), QString("forward/edge/module:encoder.0?step=0"));
        const auto* inspector = user.window().findChild<Inspector*>();
        const QString told = user.texts(inspector);
        for (const char* words : {"encoder.0, step 0", "The error is made here", "aten_gelu_default", "own", "by input", "step 0"})
            QVERIFY2(told.contains(QLatin1String(words)), qPrintable(QLatin1String(words) + "\n" + told));
        QTest::keyClick(map, Qt::Key_Right);
        user.settle();
        QCOMPARE(user.window().workspace().selection().text(), QString("forward/edge/module:encoder.0?step=1"));
        QTest::keyClick(map, Qt::Key_Return);
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("gap"));
        QCOMPARE(user.window().workspace().run(), std::optional(drift->steps[1].run));
        auto* gap = static_cast<GapPage*>(user.window().page("gap"));
        QCOMPARE(gap->runInView(), std::optional(drift->steps[1].run));
        QCOMPARE(gap->findChild<QLineEdit*>("filter")->text(), QString("module:/^encoder\\.0(\\.|$)/"));
        auto* table = gap->mainTable();
        QVERIFY(table->model()->rowCount() > 0 && table->filter()->rowCount() < table->filter()->table()->rows());
        QVERIFY(user.window().workspace().selection().stage == "program");
        user.window().workspace().back();
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("steps"));
        QVERIFY(map->place() && map->place()->step == 1);
    }

    /// By the keys of the combos.
    void rowsAndColumnsAreChosen() {
        if (!hasFaults()) QSKIP("the shared faults are not here");
        Driver user;
        open(user, driftViewFaults("fault_kernel"), "forward");
        const DriftPtr drift = stepsOf(user)->view()->drift();
        const std::size_t layers = mapOf(user)->shownRows().size();
        QVERIFY(layers < drift->rows.size());
        auto* rows = user.window().findChild<QComboBox*>("driftRows");
        rows->setFocus();
        user.press(Qt::Key_Down);
        const std::size_t modules = mapOf(user)->shownRows().size();
        QVERIFY(layers <= modules && modules < drift->rows.size());
        user.press(Qt::Key_Down);
        QCOMPARE(mapOf(user)->shownRows().size(), drift->rows.size());
        user.press(Qt::Key_Up);
        user.press(Qt::Key_Up);
        QCOMPARE(mapOf(user)->shownRows().size(), layers);
        auto* columns = user.window().findChild<QComboBox*>("driftColumns");
        const QImage steps = mapOf(user)->grab().toImage();
        columns->setFocus();
        user.press(Qt::Key_Down);
        QCOMPARE(columns->currentText(), QString("runs"));
        QVERIFY(mapOf(user)->grab().toImage() != steps);
    }

    /// What the page was called before leads to it, and so does a cell, wherever it is followed from.
    void wayToThePage() {
        QCOMPARE(pageNamed(QStringLiteral("drift")), PageId::Steps);
        QCOMPARE(pageName(PageId::Steps), QString("steps"));
        QCOMPARE(pageOf(Address::ofCell("forward", "encoder.0", 1)), PageId::Steps);
        QCOMPARE(Link::parse(QStringLiteral("page:drift"), {}).page, PageId::Steps);
    }

    void tokensAgree() {
        QCOMPARE(tokenWords(1), QString("token agrees"));
        QCOMPARE(tokenWords(0), QString("another token"));
        QCOMPARE(tokenWords(0.9473), QString("94.7 % of the tokens agree"));
    }

    /// F4 goes from one fault to the next, whatever is folded.
    void nextFault() {
        if (!hasFaults()) QSKIP("the shared faults are not here");
        Driver user;
        open(user, driftViewFaults("fault_kernel"), "forward");
        QVERIFY(stepsOf(user)->nextBad(true));
        user.settle();
        QVERIFY2(user.window().workspace().selection().text().contains("aten_gelu_default?step=0"),
                 qPrintable(user.window().workspace().selection().text()));
        QSet<QString> seen;
        while (stepsOf(user)->nextBad(true)) {
            user.settle();
            const QString text = user.window().workspace().selection().text();
            QVERIFY2(!seen.contains(text), qPrintable(text));
            seen.insert(text);
        }
        QVERIFY(std::ranges::any_of(seen, [](const QString& text) { return text.contains("aten_gelu_default?step=1"); }));
    }

    /// The label of a row unfolds it, and the switch shows what calls did themselves.
    void unfoldingAndOwnErrors() {
        if (!hasFaults()) QSKIP("the shared faults are not here");
        Driver user;
        open(user, driftViewFaults("fault_kernel"), "forward");
        DriftMap* map = mapOf(user);
        const DriftPtr drift = stepsOf(user)->view()->drift();
        const std::size_t before = map->shownRows().size();
        const std::size_t encoder = itemOf(*map, drift, "encoder.1", 0);
        QTest::mouseClick(map, Qt::LeftButton, {}, map->labelBox(encoder / drift->steps.size()).center().toPoint());
        QVERIFY(map->shownRows().size() > before);
        const QString total = map->nameOf(encoder);
        click(user, "driftOwn");
        QVERIFY2(map->nameOf(encoder) != total, qPrintable(total));
        click(user, "driftTotal");
        QCOMPARE(map->nameOf(encoder), total);
    }

    /// What takes long waits for a click, as by operator; runs that nothing is known of say why.
    void largeGraphsAreAskedFor() {
        QSettings().setValue(QLatin1String(kDriftViewQuick), 0);
        Driver user;
        open(user, samplePath(), "text_decoder");
        QVERIFY(stepsOf(user)->state().kind == PageState::Kind::Empty);
        click(user, "stateButton");
        QVERIFY(stepsOf(user)->state().kind == PageState::Kind::Ready);
        const DriftPtr drift = stepsOf(user)->view()->drift();
        QVERIFY(drift != nullptr);
        QCOMPARE(drift->steps.size(), std::size_t(3));
        user.window().workspace().setMethod("vision_encoder");
        user.settle();
        QVERIFY(stepsOf(user)->view()->drift() != drift);
    }

    void manySteps() {
        DriftMap map;
        map.resize(900, 500);
        const DriftPtr drift = madeUp(30, 100, 12, 57);
        map.setDrift(drift);
        map.show();
        QVERIFY(QTest::qWaitForWindowExposed(&map));
        QVERIFY(map.boxOf(0).width() < 9);
        QVERIFY(map.grab().toImage() != QImage());
        QSignalSpy chosen(&map, &DriftMap::cellChosen);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.boxOf(5).center().toPoint());
        QCOMPARE(chosen.size(), 1);
        QTest::keyClick(&map, Qt::Key_End);
        QVERIFY(map.place() && map.place()->step == 99);
        QVERIFY(map.rect().contains(map.boxOf(99).center().toPoint()));
        for (int i = 0; i < 29; ++i) QTest::keyClick(&map, Qt::Key_Down);
        QVERIFY(map.place() && map.place()->row == 29);
        QVERIFY(map.rect().contains(map.boxOf(29 * 100 + 99).center().toPoint()));
        QTest::keyClick(&map, Qt::Key_Home);
        QCOMPARE(map.place()->step, std::size_t(0));
        map.resize(320, 300);
        map.grab();
        QVERIFY(map.inView(10'000).size() < 3000);
    }

    /// Colours have a visible step at 1, and texts on them can be read.
    void colours() {
        const auto distance = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
        };
        QVERIFY(distance(driftColour(0.99), driftColour(1.01)) > 60);
        QVERIFY(distance(driftColour(0.5), driftColour(0.99)) < 60);
        QCOMPARE(driftColour(INFINITY), driftColour(1e5));
        QCOMPARE(ratioText(0.094), QString("0.09"));
        QCOMPARE(ratioText(0.0001), QString("< 0.01"));
        QCOMPARE(ratioText(41.4), QString("41"));
        QCOMPARE(ratioText(INFINITY), QStringLiteral("∞"));
    }
    /// What says where it begins stands neither on the limit nor on the signs of its row, however little room there is.
    void theFlagIsBesideTheLimit_data() {
        QTest::addColumn<int>("width");
        for (const int width : {800, 950, 1100, 1300, 1600}) QTest::newRow(qPrintable(QString::number(width))) << width;
    }
    void theFlagIsBesideTheLimit() {
        QFETCH(int, width);
        DriftMap map;
        map.resize(width, 500);
        map.setDrift(madeUp(6, 3, 2, 1));
        map.show();
        test::PaintedTexts painted(map.wholeSize());
        QPainter painter(&painted);
        map.paintWhole(painter);
        painter.end();
        const double cells = map.boxOf(2).right();
        std::optional<double> limit;
        for (const auto& one : painted.texts())
            if (one.text == "1" && one.box.left() > cells) limit = one.box.center().x();
        if (!limit) return;  // no room for the right side at all
        for (const auto& one : painted.texts())
            if (one.box.left() > cells && (one.text.startsWith("begins in step") || one.text.startsWith("step ")))
                QVERIFY2(*limit < one.box.left() - 18 || *limit > one.box.right(), qPrintable(one.text));
    }
};

ETSCOPE_TEST(TestDriftView)
#include "tst_drift_view.moc"
