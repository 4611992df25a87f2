// The shell of the window: five questions with their answers, their views, the way that leads to a place, and the runs.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QtTest>

#include "findings/verdict.h"
#include "graph/graph_page.h"
#include "look/language.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "pages/gap_page.h"
#include "shell/answer_line.h"
#include "shell/rail.h"
#include "shell/run_bar.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using namespace etscope::test;
using findings::Question;

class TestShell : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void init() {
        QSettings().clear();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1600, 1000);
        m_window->show();
        QApplication::setActiveWindow(m_window.get());
        settle(*m_window);
    }
    void cleanup() { m_window.reset(); }

    void withoutASessionThereIsNothingToAsk() {
        for (const char* name : {"rail", "answerLine", "viewRow", "runBar"}) QVERIFY2(!part<QWidget>(name)->isVisible(), name);
    }

    void eachQuestionHasItsAnswer() {
        open();
        for (const Question question :
             {Question::Verdict, Question::Model, Question::Correctness, Question::Cost, Question::Changes}) {
            QTest::mouseClick(button(question), Qt::LeftButton);
            settle(*m_window);
            QVERIFY(button(question)->isChecked());
            QCOMPARE(questionOf(pageNamed(m_window->currentPage())), question);
            const auto asked = findings::answer(*m_window->workspace().session(), question, {1e9}, {});
            QVERIFY(asked);
            const QString told = part<AnswerLine>("answerLine")->words();
            QVERIFY2(told.contains(QString::fromStdString(asked->text.text()).mid(1)), qPrintable(told));
            QVERIFY2(button(question)->accessibleName().contains(QString::fromStdString(asked->status.text())),
                     qPrintable(button(question)->accessibleName()));
        }
    }

    /// What a session says is not said of the next one.
    void anAnswerIsOfItsSession() {
        open();
        QVERIFY(part<AnswerLine>("answerLine")->words().contains("the recorded graph does not reproduce", Qt::CaseInsensitive));
        m_window->workspace().open({samplePath() + "/model.pte"});
        QVERIFY(QTest::qWaitFor([&] { return m_window->workspace().paths().size() == 1 && !m_window->workspace().opening(); }));
        settle(*m_window);
        const QString told = part<AnswerLine>("answerLine")->words();
        QVERIFY2(told.contains("Nothing to compare") && !told.contains("own graph"), qPrintable(told));
        QVERIFY(!part<RunBar>("runBar")->isVisible());  // it has no run
    }

    void theButtonLeadsToTheNextStep() {
        open({fixture("causes/kernel_beside_state")});
        const auto told = findings::answer(*m_window->workspace().session(), Question::Verdict, {}, {});
        QVERIFY(told && told->next.target == findings::Target::Operators);
        auto* next = part<AnswerLine>("answerLine")->findChild<QPushButton*>("primary");
        QCOMPARE(next->text(), QString("Show the operator"));
        QTest::mouseClick(next, Qt::LeftButton);
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("gap"));
        QCOMPARE(m_window->workspace().selection().text(), QString::fromStdString(told->next.address));
        QVERIFY(button(Question::Correctness)->isChecked());
        m_window->workspace().back();
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("overview"));
        QVERIFY(button(Question::Verdict)->isChecked());
    }

    void aQuestionRemembersItsView() {
        open();
        clickView(*m_window, PageId::Metadata);
        clickView(*m_window, PageId::Memory);
        QTest::mouseClick(button(Question::Model), Qt::LeftButton);
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("metadata"));
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("memory"));
        QTest::keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier);
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("sizes"));
    }

    /// Clicks, a drag and keys choose the run that the numeric gap shows, of another method, too.
    void theRunIsChosenForTheWholeWindow() {
        open();
        auto* bar = part<RunBar>("runBar");
        QVERIFY(bar->isVisible());
        clickView(*m_window, PageId::Gap);
        std::optional<std::size_t> vision, decoder;
        for (const RunBar::Run& run : bar->runs()) (run.method == "vision_encoder" ? vision : decoder) = run.index;
        QVERIFY(vision && decoder);
        clickRun(*bar, *vision);
        QCOMPARE(m_window->workspace().method(), QString("vision_encoder"));
        QCOMPARE(m_window->workspace().run(), vision);
        QCOMPARE(gapRun(), QString::number(*vision));
        clickRun(*bar, bar->runs().front().index);
        bar->setFocus();
        QTest::keyClick(bar, Qt::Key_Right);
        settle(*m_window);
        QCOMPARE(m_window->workspace().run(), std::optional(bar->runs()[1].index));
        QCOMPARE(gapRun(), QString::number(bar->runs()[1].index));
        // Chosen while the page is hidden.
        m_window->showPage("memory");
        settle(*m_window);
        QTest::keyClick(bar, Qt::Key_End);
        m_window->showPage("gap");
        settle(*m_window);
        QCOMPARE(gapRun(), QString::number(bar->runs().back().index));
        m_window->workspace().open({samplePath() + "/model.pte"});
        settle(*m_window);
        QVERIFY(!m_window->workspace().run());
    }

    /// A run of another method: its timeline comes once its runs are read; and one that is chosen there is that of the window.
    void theTimelineShowsTheRun() {
        open();
        auto* bar = part<RunBar>("runBar");
        clickView(*m_window, PageId::Events);
        const auto of = [&](const QString& method) {
            return std::ranges::find(bar->runs().rbegin(), bar->runs().rend(), method, &RunBar::Run::method)->index;
        };
        const auto told = [&] { return m_window->page(PageId::Events)->findChild<QLabel*>("runState")->text(); };
        for (const char* method : {"vision_encoder", "token_embedding", "text_decoder"}) {
            clickRun(*bar, of(method));
            QCOMPARE(m_window->workspace().method(), QString(method));
            QVERIFY2(told().contains(QString("run %1").arg(of(method))), qPrintable(told()));
        }
        m_window->showPage("memory");
        clickRun(*bar, of("vision_encoder"));
        m_window->showPage("events");
        settle(*m_window);
        QVERIFY2(told().contains(QString("run %1").arg(of("vision_encoder"))), qPrintable(told()));
    }

    /// A button that leads to what is in view leads nowhere; another export is no missing one.
    void theLineKnowsWhereOneIs() {
        open();
        clickView(*m_window, PageId::Events);
        const auto* next = part<AnswerLine>("answerLine")->findChild<QPushButton*>("primary");
        QVERIFY(!next->isVisible());
        clickView(*m_window, PageId::Memory);
        QVERIFY(next->isVisible() && next->text() == "Show the time");
        clickView(*m_window, PageId::Diff);
        QVERIFY(part<AnswerLine>("answerLine")->words().contains("no other export"));
        m_window->workspace().compareWith({fixture("vlm")});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().other() != nullptr && m_window->workspace().other()->session() != nullptr,
                                 30000);
        settle(*m_window);
        QCOMPARE(part<AnswerLine>("answerLine")->words(),
                 QString("Nothing that was compared differs between this export and fixtures/vlm."));
        QVERIFY(button(Question::Changes)->accessibleName().contains("the same"));
        m_window->workspace().compareWith({});
        settle(*m_window);
        QVERIFY(part<AnswerLine>("answerLine")->words().contains("no other export"));
    }

    void theWayNamesTheModules() {
        open();
        m_window->workspace().reveal(Address::ofNode("text_decoder", "edge", "aten_linear_default_4"));
        settle(*m_window);
        auto* place = part<QLabel>("place");
        QVERIFY2(place->text().contains("aten_linear_default_4") && place->text().contains("layers"), qPrintable(place->text()));
        QCOMPARE(part<QComboBox>("stage")->currentText(), QString("edge"));
        const QRegularExpression module("href=\"([^\"]*module:layers)\"");
        const auto found = module.match(place->text());
        QVERIFY2(found.hasMatch(), qPrintable(place->text()));
        emit place->linkActivated(found.captured(1));
        settle(*m_window);
        QCOMPARE(m_window->workspace().selection(), Address::ofModule("text_decoder", "edge", "layers"));
    }

    void narrowWindowsHaveNarrowRails() {
        open();
        const auto* rail = part<Rail>("rail");
        const int words = rail->width();
        m_window->resize(1366, 768);
        settle(*m_window);
        const int names = rail->width();
        m_window->resize(960, 540);
        settle(*m_window);
        QVERIFY(words > names && names > rail->width());
        QVERIFY(button(Question::Cost)->toolTip().contains("Cost"));
    }

private:
    template <class T>
    T* part(const char* name) const {
        return m_window->findChild<T*>(name);
    }
    QAbstractButton* button(Question question) const { return part<Rail>("rail")->button(question); }
    void open(const QStringList& paths = {samplePath()}) {
        m_window->workspace().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().session() != nullptr, 30000);
        settle(*m_window);
    }
    void clickRun(RunBar& bar, std::size_t run) {
        for (int x = 0; x < bar.width(); x += 3) {
            QTest::mouseClick(&bar, Qt::LeftButton, {}, {x, 14});
            if (m_window->workspace().run() == run) break;
        }
        settle(*m_window);
        QCOMPARE(m_window->workspace().run(), std::optional(run));
    }
    QString gapRun() const { return QString::number(m_window->page(PageId::Gap)->runInView().value_or(0)); }
    static QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + QLatin1String(name); }

    std::unique_ptr<MainWindow> m_window;
};

ETSCOPE_TEST(TestShell)
#include "tst_shell.moc"
