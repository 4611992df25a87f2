// What the window tells of times: each kind of runs by itself, one share wherever a call is told of, and answers of what is in
// view.
#include <QComboBox>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "charts/timeline_view.h"
#include "compare/run_cases.h"
#include "pages/events_page.h"
#include "profile/run_sets.h"
#include "profile/time_difference.h"
#include "shell/answer_line.h"
#include "shell/run_bar.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

class TestTimes : public QObject {
    Q_OBJECT
private:
    static constexpr int kName = 1, kShare = 17;

    static void open(Driver& user, const QStringList& files, const char* page) {
        user.window().workspace().open(files);
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.settle();
        user.window().showPage(page);
        user.settle();
    }
    static QString answer(Driver& user) { return user.window().findChild<AnswerLine*>("answerLine")->words(); }
    static const QAbstractItemModel* rowsOf(Driver& user, const char* page) {
        return user.window().page(page)->mainTable()->model();
    }
    static int columnOf(Driver& user, const char* page, const char* key) {
        return user.window().page(page)->mainTable()->columnOf(key);
    }
    /// The number in front of " %" in a column of the first row that has all these words.
    static double shareIn(Driver& user, const char* page, int column, const QStringList& words) {
        const QAbstractItemModel* rows = rowsOf(user, page);
        for (int row = 0; row < rows->rowCount(); ++row) {
            QStringList cells;
            for (int c = 0; c < rows->columnCount(); ++c) cells.append(rows->index(row, c).data().toString());
            const QString line = cells.join(QStringLiteral(" | "));
            if (std::ranges::all_of(words, [&](const QString& word) { return line.contains(word); }))
                return cells[column].section(QStringLiteral(" · "), -1).chopped(2).toDouble();
        }
        return -1;
    }

private slots:
    /// A dump alone: runs stand by what they executed, never one kind with another; kernels are called as they are.
    void runsOfUnknownMethods() {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(test::samplePath() + "/run.etdp", folder.filePath("run.etdp")));
        Driver user;
        open(user, {folder.filePath("run.etdp")}, "events");
        auto* page = static_cast<EventsPage*>(user.window().page("events"));
        auto* runs = page->findChild<QComboBox*>("eventsRun");
        const QAbstractItemModel* rows = page->mainTable()->model();
        QSet<QString> answers;
        int kinds = 0;
        for (int entry = 0; entry < runs->count(); ++entry) {
            if (!runs->itemText(entry).startsWith("all ") || !runs->itemText(entry).contains("unknown method")) continue;
            ++kinds;
            runs->setCurrentIndex(entry);
            emit runs->activated(entry);
            user.settle();
            double share = 0;
            for (int row = 0; row < rows->rowCount(); ++row) {
                share += std::max(0.0, rows->index(row, kShare).data(SortRole).toDouble());
                const QString name = rows->index(row, kName).data().toString();
                QVERIFY2(!QStringList({"out", "tensor_out", "scalar_out", "copy"}).contains(name), qPrintable(name));
            }
            QVERIFY2(std::abs(share - 1) < 1e-9, qPrintable(runs->itemText(entry)));
            // Answer, table and timeline are of the same runs.
            const QString title = runs->itemText(entry).section(QLatin1String(" of "), 1);
            const QString count = runs->itemText(entry).section(u' ', 1, 1);
            QVERIFY2(answer(user).startsWith("A run of " + title + " takes "), qPrintable(answer(user)));
            QVERIFY2(answer(user).contains("(p50 of " + count + ")"), qPrintable(answer(user)));
            QVERIFY2(user.sees(count + " runs: "), qPrintable(user.texts()));
            QCOMPARE(user.window().findChild<RunBar*>()->chosen(), page->runInView());
            const auto lane = page->timeline()->lanes().indexOf("Instructions");
            QVERIFY(std::ranges::any_of(page->timeline()->bars(), [lane](const TimelineBar& bar) { return bar.lane == lane; }));
            answers.insert(answer(user));
        }
        QCOMPARE(kinds, 3);
        QCOMPARE(answers.size(), kinds);
        QVERIFY2(user.texts(page).contains("split_with_sizes_copy") || rows->rowCount() < 6, qPrintable(user.texts(page)));
    }

    /// It opens on the kind whose run takes longest, and on the longest of its runs; a run of the strip is looked at with its kind.
    void opensOnTheLongestRun() {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(test::samplePath() + "/run.etdp", folder.filePath("run.etdp")));
        Driver user;
        open(user, {folder.filePath("run.etdp")}, "events");
        auto* page = static_cast<EventsPage*>(user.window().page("events"));
        auto* runs = page->findChild<QComboBox*>("eventsRun");
        auto* bar = user.window().findChild<RunBar*>();
        const auto all = *compare::runs(*user.window().workspace().session(), {});
        const profile::RunSets sets = profile::runSets(*all);
        const auto ticks = [&](std::size_t run) { return profile::totalOf((*all)[run]).execute.value_or(0); };
        QVERIFY2(answer(user).contains(runs->currentText().section(QLatin1String(" of "), 1)), qPrintable(answer(user)));
        QVERIFY(page->runInView());
        const std::size_t shown = *page->runInView(), set = sets.setOfRun[shown];
        for (const std::size_t run : sets.sets[set].runs) QVERIFY(ticks(run) <= ticks(shown));
        QVERIFY2(user.texts(page).contains("split_with_sizes_copy"), qPrintable(user.texts(page)));
        const auto& told = bar->runs();
        const auto other = std::ranges::find_if(told, [&](const RunBar::Run& run) {
            return sets.setOfRun[run.index] != set && sets.sets[sets.setOfRun[run.index]].runs.size() > 1;
        });
        QVERIFY(other != told.end());
        const std::size_t wanted = other->index;
        const QString kind = QString::fromStdString(sets.sets[sets.setOfRun[wanted]].title().text());
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->boxOf(static_cast<std::size_t>(other - told.begin())).center().toPoint());
        user.settle();
        QCOMPARE(page->runInView(), std::optional(wanted));
        QVERIFY2(answer(user).startsWith("A run of " + kind), qPrintable(answer(user)));
    }

    /// The line above the times speaks of the method whose times they are.
    void answersOfTheMethodInView() {
        Driver user;
        open(user, {test::samplePath()}, "events");
        for (const QString& method : user.window().workspace().methods()) {
            user.window().workspace().setMethod(method);
            user.settle();
            QVERIFY2(answer(user).startsWith("A run of " + method + " takes "), qPrintable(answer(user)));
        }
    }

    /// One share of a call on all pages.
    void sharesAreTheSame() {
        Driver user;
        open(user, {test::samplePath()}, "events");
        user.window().workspace().setMethod("vision_encoder");
        user.settle();
        const double time = shareIn(user, "events", kShare, {"XNNPACK 0"});
        QVERIFY(time > 0);
        user.window().showPage("delegates");
        user.settle();
        QCOMPARE(shareIn(user, "delegates", columnOf(user, "delegates", "time"), {"vision_encoder", "XNNPACK 0"}), time);
        user.window().showPage("events");
        user.settle();
        const double kernel = shareIn(user, "events", kShare, {"split_with_sizes", "CPU"});
        user.window().showPage("undelegated");
        user.settle();
        QCOMPARE(shareIn(user, "undelegated", 4, {"split_with_sizes_copy", "vision_encoder"}), kernel);
        // The selection says the same.
        user.window().workspace().select(Address::ofInstruction("vision_encoder", 4));
        user.settle();
        QVERIFY2(user.sees(QStringLiteral("%1 %").arg(kernel, 0, 'f', 1)), qPrintable(user.texts()));
    }

    /// Operators of several methods stand by their time in a run, not by shares of different methods; the answer says so.
    void fallbackByTime() {
        Driver user;
        open(user, {test::bundledSample()}, "undelegated");
        const QAbstractItemModel* rows = rowsOf(user, "undelegated");
        QVERIFY(rows->rowCount() > 3);
        QVERIFY2(rows->index(0, 3).data().toString().endsWith("s"), qPrintable(rows->index(0, 3).data().toString()));
        for (int row = 1; row < rows->rowCount(); ++row)
            QVERIFY(rows->index(row, 3).data(SortRole).toDouble() <= rows->index(row - 1, 3).data(SortRole).toDouble());
        const QString first = rows->index(0, 0).data().toString(), method = rows->index(0, 1).data().toString();
        QVERIFY2(answer(user).contains(first), qPrintable(answer(user)));
        QVERIFY2(
            answer(user).contains("takes the most time: " + rows->index(0, 3).data().toString().section(QLatin1Char(' '), 0, 0)) &&
                answer(user).contains(" of a run of " + method + " (p50)"),
            qPrintable(answer(user)));
    }
};

ETSCOPE_TEST(TestTimes)
#include "tst_times.moc"
