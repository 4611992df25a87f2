// The view Tokens: of outputs over a vocabulary, with the texts of a tokenizer; positions and candidates by mouse and by keys; the
// output that is selected, or of the run that is looked at.
#include <QComboBox>
#include <QPushButton>
#include <QTemporaryDir>

#include "charts/candidates_view.h"
#include "charts/output_matrix.h"
#include "charts/token_strip.h"
#include "shell/run_bar.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

constexpr int kColumns = 391;  // of tests/fixtures/tokenizers/byte_level.json

/// Rows with two candidates each: the likeliest gets 8, the other 7.
void writeLogits(const QString& path, const QList<std::pair<int, int>>& best) {
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, " + QByteArray::number(best.size()) + ", " +
                        QByteArray::number(kColumns) + "), }";
    header = header.leftJustified(117) + '\n';
    QByteArray bytes = QByteArray::fromHex("934e554d50590100") + QByteArray::fromHex("7600") + header;
    for (const auto& [first, second] : best)
        for (int i = 0; i < kColumns; ++i) {
            const float value = i == first ? 8.F : i == second ? 7.F : static_cast<float>(i % 5);
            bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

}  // namespace

class TestTokensView : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    void open(Driver& driver, const QStringList& more) {
        driver.window().open(QStringList{m_folder.filePath("a.npy"), m_folder.filePath("b.npy")} + more);
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        showTokens(driver);
    }
    static void showTokens(Driver& driver) {
        driver.window().showPage("tokens");
        driver.settle();
    }

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        writeLogits(m_folder.filePath("a.npy"), {{40, 41}, {42, 43}, {44, 45}, {46, 47}});
        writeLogits(m_folder.filePath("b.npy"), {{40, 41}, {43, 42}, {44, 45}, {300, 46}});
    }

    /// Without a vocabulary there are no tokens.
    void notOffered() {
        Driver driver;
        open(driver, {});
        QVERIFY2(driver.sees("is over a vocabulary"), qPrintable(driver.texts(&driver.window())));
    }

    /// Of a method without tokens the way leads to one that has some.
    void theWayToMethodsWithTokens() {
        Driver driver;
        driver.window().open({test::bundledSample()});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        driver.settle();
        driver.window().workspace().reveal(Address::ofMethod("vision_encoder"));
        showTokens(driver);
        QVERIFY(driver.sees("No output of vision_encoder is over a vocabulary"));
        QPushButton* go = nullptr;
        for (QPushButton* button : driver.window().page("tokens")->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == "Tokens of text_decoder") go = button;
        QVERIFY2(go != nullptr, qPrintable(driver.texts(driver.window().page("tokens"))));
        QTest::mouseClick(go, Qt::LeftButton);
        driver.settle();
        QCOMPARE(driver.window().workspace().method(), QString("text_decoder"));
        QVERIFY(!driver.texts("tokenSummary").isEmpty());
        QVERIFY(driver.window().findChild<QComboBox*>("tokenOutput")->isVisible());
    }

    /// Nothing of the logits is read before the view is shown: files that are damaged by then are offered, and say so.
    void readWhenShown() {
        Driver driver;
        const QTemporaryDir folder;
        for (const char* name : {"a.npy", "b.npy"}) QVERIFY(QFile::copy(m_folder.filePath(name), folder.filePath(name)));
        driver.window().open({folder.filePath("a.npy"), folder.filePath("b.npy"),
                              QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/tokenizers/byte_level.json")});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        driver.window().showPage("metadata");
        driver.settle();
        QVERIFY(driver.texts("tokenSummary").isEmpty());
        QFile file(folder.filePath("b.npy"));
        QVERIFY(file.resize(256));
        showTokens(driver);
        const QString told = driver.texts("page-tokens");
        QVERIFY2(told.contains("is over a vocabulary") && !told.contains("chosen token"), qPrintable(told));
    }

    void positions() {
        Driver driver;
        open(driver, {QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/tokenizers/byte_level.json")});
        QVERIFY(driver.sees("The chosen token differs at 2 of 4 positions, first at 1"));
        QVERIFY(driver.texts("tokenHeading").contains("Position 1"));
        // Bytes of the alphabet, in the order of their characters.
        QVERIFY2(driver.texts("tokenLead").contains("The reference was hardly sure: H leads by 1 only"),
                 qPrintable(driver.texts("tokenLead")));
        driver.window().showPage("outputs");
        driver.settle();
        auto* matrix = driver.window().findChild<OutputMatrix*>();
        QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->boxOf(0).center().toPoint());
        driver.settle();
        // The Inspector answers for the first position that differs.
        for (const char* text :
             {"How sure was the reference?", "hardly sure: H leads by 1 only", "All positions", "2 of 4, 50.0 %"})
            QVERIFY2(driver.texts("inspector").contains(text), qPrintable(driver.texts("inspector")));
        showTokens(driver);
        auto* strip = driver.window().findChild<TokenStrip*>("tokenStrip");
        QCOMPARE(strip->nameOf(static_cast<std::size_t>(strip->current())).section(", KL", 0, 0),
                 QString("Position 1: reference H, runtime I"));
        QVERIFY(strip->inView(100).size() == 12 && strip->boxOf(1).left() > strip->boxOf(0).left());
        driver.press(Qt::Key_F4);
        QVERIFY(driver.texts("tokenHeading").contains("Position 3"));
        QTest::mouseClick(driver.window().findChild<QPushButton*>("nextToken"), Qt::LeftButton);  // and from the end to the first
        driver.settle();
        QVERIFY(driver.texts("tokenHeading").contains("Position 1"));
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->boxOf(2).center().toPoint());
        driver.settle();
        QVERIFY(driver.texts("tokenHeading").contains("Position 2"));
        QVERIFY(driver.texts("tokenLead").contains("Both choose J; it leads by 1"));
        strip->setFocus();
        driver.press(Qt::Key_Right);
        QVERIFY(driver.texts("tokenHeading").contains("Position 3"));
    }

    void candidates() {
        Driver driver;
        open(driver, {QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/tokenizers/byte_level.json")});
        auto* view = driver.window().findChild<CandidatesView*>("candidates");
        QTRY_COMPARE(view->count(), 20U);
        QVERIFY2(view->nameOf(0).startsWith("reference, place 1: H, chance"), qPrintable(view->nameOf(0)));
        QVERIFY(view->nameOf(0).contains("runtime: place 2,"));
        QVERIFY(view->nameOf(10).startsWith("runtime, place 1: I, chance"));
        const QImage before = view->grab().toImage();
        QTest::mouseMove(view, view->boxOf(0).center().toPoint());  // lights the line to its place on the other side
        QTRY_VERIFY(view->grab().toImage() != before);
        QTest::mouseClick(view, Qt::LeftButton, {}, view->boxOf(0).center().toPoint());
        QCOMPARE(view->current(), 0);
        driver.press(Qt::Key_Down);
        QCOMPARE(view->current(), 1);
        driver.press(Qt::Key_Right);
        QCOMPARE(view->current(), 11);
        QCOMPARE(view->tsv().count('\n'), 21);
        QVERIFY(view->tsv().contains("reference\t1\tH\t42\t8\t"));
    }

    /// Ids where no tokenizer says more: the vocabulary is the metadata's.
    void withoutTokenizer() {
        Driver driver;
        driver.window().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        driver.window().workspace().select(Address::ofOutput("text_decoder", 0, 0));
        showTokens(driver);
        QVERIFY2(driver.sees("All 6 chosen tokens agree"),
                 qPrintable(driver.texts("tokenSummary") + " / " + driver.window().workspace().method() + " / " +
                            driver.window().workspace().selection().text()));
        QVERIFY(driver.sees("get_vocab_size is 32"));
        QVERIFY(driver.texts("tokenSummary").contains("Add tokenizer.json…"));
        driver.window().workspace().close();
        driver.settle();
        QVERIFY(driver.texts("tokenSummary").isEmpty());
    }

    /// The output in view is chosen in the row of the views, by what is selected, and by the run that is looked at; a method
    /// without logits has none.
    void followsSelectionRunAndMethod() {
        Driver driver;
        Workspace& workspace = driver.window().workspace();
        driver.window().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session() != nullptr, 30000);
        workspace.setMethod("text_decoder");
        showTokens(driver);
        auto* outputs = driver.window().findChild<QComboBox*>("tokenOutput");
        QVERIFY(outputs->isVisible() && outputs->count() > 1);
        const QString first = driver.texts("tokenSummary");
        const int shown = outputs->currentIndex(), other = shown == 0 ? outputs->count() - 1 : 0;
        outputs->setFocus();
        driver.press(other == 0 ? Qt::Key_Home : Qt::Key_End);
        QCOMPARE(outputs->currentIndex(), other);
        QCOMPARE(workspace.selection().kind, Address::Kind::Output);
        QVERIFY(driver.texts("tokenSummary") != first);
        workspace.select(Address::ofOutput("text_decoder", shown, 0));
        driver.settle();
        QCOMPARE(driver.texts("tokenSummary"), first);
        const auto run = driver.window().page("tokens")->runInView();
        QVERIFY(run);
        const auto& all = driver.window().findChild<RunBar*>("runBar")->runs();
        const auto next = std::ranges::find_if(
            all, [&](const RunBar::Run& one) { return one.method == QLatin1String("text_decoder") && one.index != *run; });
        QVERIFY(next != all.end());
        const std::size_t wanted = next->index;
        workspace.lookAt(wanted, "text_decoder");
        driver.settle();
        QCOMPARE(driver.window().page("tokens")->runInView(), std::optional(wanted));
        workspace.setMethod("vision_encoder");
        driver.settle();
        QVERIFY(driver.sees("No output of vision_encoder is over a vocabulary"));
        QVERIFY(driver.texts("tokenSummary").isEmpty());
    }
};

ETSCOPE_TEST(TestTokensView)
#include "tst_tokens_view.moc"
