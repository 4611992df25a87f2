// What a page shows in the place of its content: that it is empty, loading or has failed, and what can be done then, by the mouse
// and by keys. On a page of its own, whose question the test answers.
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSemaphore>
#include <QVBoxLayout>
#include <QtTest>

#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;

namespace {

/// Answers, fails or runs until it is cancelled, as `question` says.
class TestPage : public Page {
public:
    TestPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
        m_choice = new QLineEdit(this);
        head()->addWidget(m_choice);
        m_content = new QLineEdit(body());
        (new QVBoxLayout(body()))->addWidget(m_content);
    }
    using Page::askBeside;
    using Page::head;
    using Page::showEmpty;
    using Page::startAnew;
    bool hasContent() const override { return filled; }
    void askAgain() {
        ask<int>(
            job, QStringLiteral("Counting"), question, [this](int answer) { m_content->setText(QString::number(answer)); },
            [this] { m_content->clear(); });
    }
    void askForMore() {
        askBeside<int>(more, QStringLiteral("Counting more"), question,
                       [this](int answer) { m_choice->setText(QString::number(answer)); });
    }
    void askAnother(Job<int>::Work work) {
        ask<int>(another, QStringLiteral("Counting others"), std::move(work),
                 [this](int answer) { m_choice->setText(QString::number(answer)); });
    }
    QLineEdit *m_choice, *m_content;
    bool filled = true;
    Job<int>::Work question;
    Job<int> job{this}, more{this}, another{this};

protected:
    QWidget* contentFocus() const override { return m_content; }
    void refresh() override {
        if (question) askAgain();
    }
    void leave() override { job.cancel(); }
};

Result<int> seven(const JobContext&) { return 7; }
Result<int> broken(const JobContext&) { return fail("graph-damaged", "the graph has no nodes", "model.pte at 0x10"); }
Result<int> half(const JobContext& job) {
    job.report(0.5);
    while (!job.cancelled()) QThread::usleep(100);
    return cancelledFailure();
}

struct Shown {
    QWidget window;
    Workspace workspace;
    TestPage* page;
    explicit Shown(Job<int>::Work question) {
        new JobRegistry(&window);
        page = new TestPage(workspace, &window);
        page->question = std::move(question);
        auto* column = new QVBoxLayout(&window);
        column->addWidget(page);
        window.resize(600, 400);
        window.show();
        QApplication::setActiveWindow(&window);
    }
    template <class T>
    T* part(const char* name) {
        auto* found = page->findChild<T*>(QLatin1String(name));
        return found != nullptr && found->isVisible() ? found : nullptr;
    }
    QString words(const char* name) {
        auto* label = part<QLabel>(name);
        return label != nullptr ? label->text().remove(QChar(0x200B)) : QString();
    }
    PageState::Kind kind() const { return page->state().kind; }
};

}  // namespace

class TestPageState : public QObject {
    Q_OBJECT
private slots:
    void ready() {
        Shown shown(seven);
        QTRY_COMPARE(shown.page->m_content->text(), QString("7"));
        QCOMPARE(shown.kind(), PageState::Kind::Ready);
        QVERIFY(shown.page->m_content->isVisible());
        QVERIFY(shown.part<QWidget>("pageState") == nullptr);
    }

    void loadingShowsHowFarItIsAndIsCancelled() {
        Shown shown(half);
        QCOMPARE(shown.kind(), PageState::Kind::Loading);
        QVERIFY(shown.page->m_content->isVisible());  // what is there soon is not announced
        QTRY_VERIFY(shown.part<QProgressBar>("stateProgress") != nullptr);
        QVERIFY(!shown.page->m_content->isVisible());
        QVERIFY(shown.page->m_choice->isVisible());
        QVERIFY(shown.words("stateWhat").startsWith("Counting"));
        QTRY_COMPARE(shown.part<QProgressBar>("stateProgress")->value(), 50);
        auto* button = shown.part<QPushButton>("stateButton");
        QCOMPARE(button->text(), QString("Cancel"));
        QCOMPARE(shown.page->focusTarget(), button);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        QTRY_COMPARE(shown.kind(), PageState::Kind::Failed);
        QCOMPARE(shown.words("stateWhat"), QString("Cancelled"));
        QVERIFY(shown.words("stateWhy").contains("Counting"));
        QCOMPARE(shown.part<QPushButton>("stateButton")->text(), QString("Try again"));
    }

    /// A page with two questions is ready when both are answered, whichever is first; the failure of one is not hidden by the
    /// other.
    void isReadyWhenAllIsAnswered() {
        const auto gate = std::make_shared<QSemaphore>();
        const auto slow = [gate](const JobContext&) -> Result<int> {
            gate->acquire();
            return 8;
        };
        Shown shown(seven);
        QTRY_COMPARE(shown.kind(), PageState::Kind::Ready);
        shown.page->startAnew();
        shown.page->askAnother(slow);
        shown.page->m_content->clear();
        shown.page->askAgain();
        QTRY_COMPARE(shown.page->m_content->text(), QString("7"));
        QCOMPARE(shown.kind(), PageState::Kind::Loading);
        QTRY_VERIFY(shown.words("stateWhat").startsWith("Counting others"));
        gate->release();
        QTRY_COMPARE(shown.kind(), PageState::Kind::Ready);
        QCOMPARE(shown.page->m_choice->text(), QString("8"));
        shown.page->startAnew();
        shown.page->m_choice->clear();
        shown.page->askAnother(slow);
        shown.page->question = broken;
        shown.page->askAgain();
        QTRY_COMPARE(shown.kind(), PageState::Kind::Failed);
        gate->release();
        QTRY_COMPARE(shown.page->m_choice->text(), QString("8"));
        QCOMPARE(shown.kind(), PageState::Kind::Failed);
    }

    /// Says why; what can be done has the keys, which are back in the content when it is there.
    void failsAndIsAskedAgain_data() {
        QTest::addColumn<int>("key");
        QTest::newRow("mouse") << 0;
        QTest::newRow("space") << int(Qt::Key_Space);
        QTest::newRow("return") << int(Qt::Key_Return);
    }
    void failsAndIsAskedAgain() {
        QFETCH(int, key);
        Shown shown(broken);
        shown.page->m_content->setFocus();
        QTRY_COMPARE(shown.kind(), PageState::Kind::Failed);
        QVERIFY(shown.words("stateWhat").contains("Counting"));
        QCOMPARE(shown.words("stateWhy"), QString("the graph has no nodes\nmodel.pte at 0x10"));
        QVERIFY(!shown.page->m_content->isVisible());
        auto* button = shown.part<QPushButton>("stateButton");
        QCOMPARE(shown.window.focusWidget(), button);
        shown.page->question = seven;
        if (key == 0)
            QTest::mouseClick(button, Qt::LeftButton);
        else
            QTest::keyClick(button, Qt::Key(key));
        QTRY_COMPARE(shown.kind(), PageState::Kind::Ready);
        QCOMPARE(shown.page->m_content->text(), QString("7"));
        QVERIFY(shown.page->m_content->isVisible());
        QCOMPARE(shown.window.focusWidget(), shown.page->m_content);
    }

    /// What throws is no different.
    void throws() {
        Shown shown([](const JobContext&) -> Result<int> { throw std::runtime_error("the sky fell"); });
        QTRY_COMPARE(shown.kind(), PageState::Kind::Failed);
        QCOMPARE(shown.words("stateWhy"), QString("the sky fell"));
    }

    void emptySaysWhatWouldFillIt() {
        Shown shown({});
        bool done = false;
        shown.page->filled = false;
        shown.page->showEmpty("No runs", "The session has none.", "Add an ETDump.", "Add…", [&] { done = true; });
        QCOMPARE(shown.words("stateWhat"), QString("No runs"));
        QCOMPARE(shown.words("stateWhy"), QString("The session has none."));
        QCOMPARE(shown.words("stateTodo"), QString("Add an ETDump."));
        QVERIFY(!shown.page->m_choice->isVisible());  // there is nothing to choose from
        QTest::mouseClick(shown.part<QPushButton>("stateButton"), Qt::LeftButton);
        QVERIFY(done);
        shown.page->showEmpty("No runs", "The session has none.");
        QVERIFY(shown.part<QPushButton>("stateButton") == nullptr);
        QVERIFY(shown.page->focusTarget() == nullptr);
    }

    /// A checklist whose links lead away, and a button that cannot be clicked beside the reason.
    void emptyWithAChecklist() {
        Shown shown({});
        PageState state{.what = "One thing is missing", .button = "Compute", .price = "nothing can be computed"};
        state.steps = {{Mark::Match, "Record", "model.etrecord", Link::on(PageId::Graph), "Graph"},
                       {Mark::Missing, "Reference values", "none", {}, {}}};
        shown.page->showEmpty(state);
        const auto* steps = shown.part<QWidget>("stateSteps");
        QVERIFY(steps != nullptr);
        QStringList names, bold;
        for (const auto* label : steps->findChildren<QLabel*>()) {
            names += label->text();
            if (label->font().weight() > QFont::Normal) bold += label->text();
        }
        QVERIFY(names.contains("model.etrecord"));
        QCOMPARE(bold, QStringList("Reference values"));
        const auto* button = shown.part<QPushButton>("stateButton");
        QVERIFY(button != nullptr && !button->isEnabled());
        QCOMPARE(shown.words("statePrice"), QString("nothing can be computed"));
        QVERIFY(shown.page->focusTarget() == nullptr);
        shown.page->showEmpty("No runs", "The session has none.");
        QVERIFY(shown.part<QWidget>("stateSteps") == nullptr);
    }

    /// A choice that is made on a ready page leaves what is there until the answer; one of something else does not.
    void readyStaysUntilTheAnswer() {
        Shown shown(seven);
        QTRY_COMPARE(shown.kind(), PageState::Kind::Ready);
        QTRY_COMPARE(shown.page->m_content->text(), QString("7"));
        shown.page->question = half;
        shown.page->askAgain();
        QCOMPARE(shown.kind(), PageState::Kind::Ready);
        shown.page->startAnew();
        shown.page->askAgain();
        QCOMPARE(shown.kind(), PageState::Kind::Loading);
        shown.page->question = broken;
        shown.page->askAgain();
        QTRY_COMPARE(shown.kind(), PageState::Kind::Failed);
        QVERIFY(shown.page->m_content->text().isEmpty());
    }

    /// What a page asks beside leaves the content in view, and says in a line that it failed.
    void troubleIsALine() {
        Shown shown(seven);
        QTRY_COMPARE(shown.kind(), PageState::Kind::Ready);
        const auto lines = [&] { return shown.page->findChildren<Banner*>(); };
        shown.page->question = broken;
        for (int i = 0; i < 2; ++i) {
            shown.page->askForMore();
            QTRY_COMPARE(lines().size(), 1);
        }
        QVERIFY(shown.page->m_content->isVisible());
        shown.page->question = seven;
        QTest::mouseClick(lines().front()->findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_VERIFY(lines().isEmpty());
        QTRY_COMPARE(shown.kind(), PageState::Kind::Ready);
    }
};

ETSCOPE_TEST(TestPageState)
#include "tst_page_state.moc"
