// The page of a conversation as a person uses it: tokens by clicks and keys, the calls that made them, the row of calls below,
// addresses.
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "charts/blame_rows.h"
#include "charts/call_rows.h"
#include "charts/choice_bars.h"
#include "charts/margin_chart.h"
#include "charts/splice_bar.h"
#include "charts/token_line.h"
#include "models/link.h"
#include "pages/blame_panel.h"
#include "pages/conversation_page.h"
#include "shell/run_bar.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

const QString kTalkFolder = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/talk");

}  // namespace

class TestConversationPage : public QObject {
    Q_OBJECT

    static void open(Driver& user, const QString& path) {
        user.window().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.window().workspace().showPage(PageId::Conversation);
        user.settle();
        QTRY_VERIFY_WITH_TIMEOUT(!lines(user).isEmpty(), 30000);
    }
    static QList<TokenLine*> lines(Driver& user) { return page(user)->findChildren<TokenLine*>(); }
    static ConversationPage* page(Driver& user) { return user.window().findChild<ConversationPage*>(); }
    static RunBar* calls(Driver& user) { return user.window().findChild<RunBar*>(QStringLiteral("callBar")); }
    static QString address(Driver& user) { return user.window().workspace().selection().text(); }
    static QString title(Driver& user) { return page(user)->findChild<QLabel*>(QStringLiteral("tokenTitle"))->text(); }
    static void clickItem(ItemView* view, std::size_t item) {
        QTest::mouseClick(view, Qt::LeftButton, {}, view->boxOf(item).center().toPoint());
    }

private slots:
    void init() { QSettings().clear(); }

    /// A token is chosen by a click, by keys and by the buttons; at the end of an answer keys lead to the next one.
    void tokens() {
        Driver user;
        open(user, kTalkFolder);
        QCOMPARE(lines(user).size(), 2);
        QVERIFY2(title(user).contains("Token 0"), qPrintable(title(user)));
        clickItem(lines(user)[0], 1);
        user.settle();
        QCOMPARE(address(user), QStringLiteral("conversation/message:2/token:1"));
        lines(user)[0]->setFocus();
        user.press(Qt::Key_Right);
        QCOMPARE(address(user), QStringLiteral("conversation/message:4/token:0"));
        QVERIFY(lines(user)[0]->current() < 0 && lines(user)[1]->current() == 0);
        user.press(Qt::Key_Right);
        QCOMPARE(address(user), QStringLiteral("conversation/message:4/token:1"));
        user.press(Qt::Key_Right);  // there is no other
        QCOMPARE(address(user), QStringLiteral("conversation/message:4/token:1"));
        user.press(Qt::Key_Left);
        user.press(Qt::Key_Left);
        QCOMPARE(address(user), QStringLiteral("conversation/message:2/token:1"));
        page(user)->findChild<QToolButton*>(QStringLiteral("tokenBefore"))->click();
        user.settle();
        QCOMPARE(address(user), QStringLiteral("conversation/message:2/token:0"));
        user.window().workspace().back();
        user.settle();
        QCOMPARE(address(user), QStringLiteral("conversation/message:2/token:1"));
        auto* dock = user.window().findChild<QDockWidget*>(QStringLiteral("inspectorDock"));
        QVERIFY(dock != nullptr && !dock->isVisible());  // the page tells it
    }

    /// The right side is of the token: its calls, the rows of its prompt, its choice with both sides.
    void whatMadeIt() {
        Driver user;
        open(user, kTalkFolder);
        auto* rows = page(user)->findChild<CallRows*>();
        auto* splice = page(user)->findChild<SpliceBar*>();
        auto* choice = page(user)->findChild<ChoiceBars*>();
        QCOMPARE(rows->count(), std::size_t{3});
        QVERIFY2(rows->nameOf(0).contains("vision_encoder") && rows->nameOf(0).contains("img-0.png"), qPrintable(rows->nameOf(0)));
        QCOMPARE(splice->count(), std::size_t{3});
        QVERIFY2(splice->nameOf(1).contains("rows 2 … 5") && splice->nameOf(1).contains("match"), qPrintable(splice->nameOf(1)));
        QVERIFY(choice->count() >= 5);
        QVERIFY2(choice->nameOf(0).contains("reference 6.4 %") && choice->nameOf(0).contains("chosen"),
                 qPrintable(choice->nameOf(0)));
        clickItem(splice, 1);
        user.settle();
        QCOMPARE(address(user), QStringLiteral("conversation/call:0"));
        clickItem(rows, 2);
        user.settle();
        QCOMPARE(address(user), QStringLiteral("conversation/call:2"));
        auto* chart = page(user)->findChild<MarginChart*>();
        QCOMPARE(chart->count(), std::size_t{4});
        clickItem(chart, 3);
        user.settle();
        QCOMPARE(address(user), QStringLiteral("conversation/message:4/token:1"));
    }

    /// What is to blame is found out when it is asked for, of one token; of others it is offered, and what is known stays.
    void blame() {
        Driver user;
        open(user, QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/stray"));
        clickItem(lines(user)[0], 1);
        user.settle();
        auto* panel = page(user)->findChild<BlamePanel*>();
        auto* ask = panel->findChild<QPushButton*>(QStringLiteral("blameAsk"));
        auto* rows = panel->findChild<BlameRows*>();
        QVERIFY(panel->isVisible() && ask->isVisible() && rows->count() == 0);
        QTest::mouseClick(ask, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(panel->known() != nullptr && panel->known()->state == conversation::BlameState::Found, 30000);
        user.settle();
        QCOMPARE(rows->count(), std::size_t{5});
        const BlameRow& last = rows->row(4);
        QVERIFY2(last.culprit && last.title == "head.weight" && last.mark == Mark::Differ && last.depth == 1,
                 qPrintable(last.title));
        QVERIFY(!rows->row(0).culprit && rows->row(0).mark == Mark::Match && last.note.contains("<end>"));
        clickItem(lines(user)[0], 0);
        user.settle();
        QVERIFY(panel->known() == nullptr && rows->count() == 0 && ask->isVisible());
        clickItem(lines(user)[0], 1);
        user.settle();
        QCOMPARE(rows->count(), std::size_t{5});
        clickItem(rows, 4);
        user.settle();
        QVERIFY2(address(user).startsWith("text_decoder/edge/"), qPrintable(address(user)));
        // Other files: nothing of it is left.
        open(user, kTalkFolder);
        QVERIFY(panel->known() == nullptr && rows->count() == 0);
    }

    /// The row below has the calls, and a click on one leads to the token that it made.
    void calls() {
        Driver user;
        open(user, kTalkFolder);
        RunBar* bar = calls(user);
        QVERIFY(bar != nullptr && bar->isVisible());
        QCOMPARE(bar->runs().size(), std::size_t{13});
        QCOMPARE(bar->chosen(), std::optional<std::size_t>(2));
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->boxOf(9).center().toPoint());
        user.settle();
        QCOMPARE(address(user), QStringLiteral("conversation/call:9"));
        QVERIFY2(title(user).contains("Token 1"), qPrintable(title(user)));
        bar->setFocus();
        user.press(Qt::Key_Right);
        QCOMPARE(address(user), QStringLiteral("conversation/call:10"));
        user.window().workspace().showPage(PageId::Graph);
        user.settle();
        QVERIFY(bar->isVisible());  // there are no runs
        user.window().workspace().close();
        user.settle();
        QVERIFY(!bar->isVisible() && bar->runs().empty());
        QVERIFY(lines(user).isEmpty() && title(user).isEmpty());
    }

    /// An address leads there from anywhere, and stays when the files are opened again.
    void addresses() {
        Driver user;
        open(user, kTalkFolder);
        user.window().workspace().showPage(PageId::Graph);
        user.settle();
        user.window().workspace().visit(Address::parse(QStringLiteral("conversation/message:4/token:1"), {}));
        user.settle();
        QVERIFY(page(user)->isVisible());
        QVERIFY2(title(user).contains("Token 1") && title(user).contains("<image>"), qPrintable(title(user)));
        user.window().workspace().reload();
        user.settle();
        QTRY_VERIFY_WITH_TIMEOUT(!lines(user).isEmpty(), 30000);
        QCOMPARE(address(user), QStringLiteral("conversation/message:4/token:1"));
        QVERIFY2(title(user).contains("<image>"), qPrintable(title(user)));
        user.window().workspace().select(Address::parse(QStringLiteral("conversation/message:99/token:7"), {}));
        user.settle();  // there is none: what is in view stays
        QVERIFY2(title(user).contains("<image>"), qPrintable(title(user)));
    }

    /// A picture that is none, or is not there, is told; nothing else changes.
    void pictures() {
        for (const char* how : {"there", "gone", "broken"}) {
            const test::TempDir folder;
            for (const QString& name : QDir(kTalkFolder).entryList(QDir::Files))
                QVERIFY(QFile::copy(kTalkFolder + u'/' + name, QString::fromStdString(folder.path(name.toStdString()))));
            const QString picture = QString::fromStdString(folder.path("img-0.png"));
            if (qstrcmp(how, "there") != 0) QVERIFY(QFile::remove(picture));
            if (qstrcmp(how, "broken") == 0) folder.write("img-0.png", "\x89PNG\r\n\x1a\n and no more");
            Driver user;
            open(user, QString::fromStdString(folder.path()));
            const auto* shown = page(user)->findChild<QLabel*>(QStringLiteral("talkPicture"));
            QCOMPARE(shown != nullptr, qstrcmp(how, "there") == 0);
            QCOMPARE(user.texts().contains("not shown: "), qstrcmp(how, "there") != 0);
            QCOMPARE(lines(user).size(), 2);
        }
    }

    /// As small as a window may be, and large: all of both sides is there.
    void sizes() {
        for (const QSize size : {QSize(960, 540), QSize(1366, 768), QSize(1600, 1000)}) {
            Driver user(size);
            open(user, kTalkFolder);
            auto* rows = page(user)->findChild<CallRows*>();
            QVERIFY(rows->isVisible() && rows->width() > 200);
            QVERIFY(lines(user)[0]->width() > 100);
            QCOMPARE(user.window().width(), size.width());
        }
    }
};

ETSCOPE_TEST(TestConversationPage)
#include "tst_conversation_page.moc"
