// Advice on quantisation in the window: it is asked first, tells effects and sets as they come, keeps what is known when it is
// cancelled, goes on behind other pages, forgets what is of other files; budget, limit, dots and schemes of single rows are one
// choice, whose recipe stands as code.
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "advisor/schemes.h"
#include "answers/advice_texts.h"
#include "charts/front_chart.h"
#include "models/table_view.h"
#include "shell/answer_line.h"
#include "support/test_case.h"
#include "ui/driver.h"
#include "workspace/advice_book.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

constexpr double kCosts[] = {0, 1e-5, 4e-3};  // of each row: as it is, int8, 4 bits; times its number

advisor::Effect effectOf(double cost) {
    advisor::Effect effect;
    effect.kl = cost;
    effect.tokens = 12;
    effect.stay = cost > 5e-3 ? 11 : 12;
    effect.signal = 1;
    return effect;
}

/// Three weights of three schemes each, without effects.
advisor::Advice outline() {
    advisor::Advice advice;
    advice.method = "text_decoder";
    advice.stage = "exported";
    advice.source = "cases";
    advice.cases = 1;
    advice.logits = true;
    for (int i = 0; i < 3; ++i) {
        advisor::Weight weight;
        weight.module = "layers." + std::to_string(i) + ".attention.wq";
        weight.name = weight.module + ".weight";
        weight.channels = 64, weight.inputs = 1024;
        advice.weights.push_back(weight);
        advice.wholeBytes += weight.bytes();
        advisor::Row row{{static_cast<std::size_t>(i)}, weight.module, weight.kind, {}, {}};
        for (const char* id : {"float", "int8", "8da4w-32"}) {
            const advisor::Scheme* scheme = advisor::schemeOf(id);
            row.cells.push_back({scheme, scheme->isFloat() ? weight.bytes() : scheme->bytes(weight.channels, weight.inputs), {}});
        }
        row.cells.front().effect = effectOf(0);
        advice.rows.push_back(row);
    }
    return advice;
}

/// What the set does is a tenth more than the sum.
advisor::Set pageSetOf(const advisor::Advice& advice, const std::vector<std::size_t>& cells) {
    advisor::Set set{cells, 0, 0, {}};
    for (std::size_t row = 0; row < cells.size(); ++row) {
        set.bytes += advice.rows[row].cells[cells[row]].bytes;
        set.predicted += kCosts[cells[row]] * static_cast<double>(row + 1);
    }
    set.effect = effectOf(1.1 * set.predicted);
    return set;
}

struct Gate {
    std::atomic<int> cells = 0;  ///< that may be told
    std::atomic<bool> end = false;
    std::atomic<int> tried = 0;
    std::atomic<int> recalled = 0;  ///< advice that began with what was known
};

AdviceBook::Adviser adviser(const std::shared_ptr<Gate>& gate) {
    AdviceBook::Adviser made;
    made.estimate = [](const session::MethodView&, const advisor::Options&, const JobContext&) -> Result<advisor::Estimate> {
        return advisor::Estimate{1000, 6, 4, 7};
    };
    made.advise = [gate](const session::MethodView& method, const advisor::Options& options,
                         const JobContext& job) -> Result<advisor::Advice> {
        advisor::Advice advice = outline();
        advice.method = method.name;
        if (options.recall) ++gate->recalled;
        int told = 0;
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t cell = 1; cell < 3; ++cell) {
                while (told >= gate->cells && !job.cancelled()) QThread::msleep(2);
                if (job.cancelled()) return cancelledFailure();
                advice.rows[row].cells[cell].effect = effectOf(kCosts[cell] * static_cast<double>(row + 1));
                ++told;
                job.report(0.1 * told);
                options.known(advice);
            }
        for (const std::vector<std::size_t>& cells :
             {std::vector<std::size_t>{2, 2, 2}, {2, 2, 1}, {2, 1, 1}, {1, 1, 1}, {0, 0, 0}})
            advice.sets.push_back(pageSetOf(advice, cells));
        advice.front = {0, 1, 2, 3, 4};
        options.known(advice);
        while (!gate->end && !job.cancelled()) QThread::msleep(2);
        if (job.cancelled()) return cancelledFailure();
        advice.complete = true;
        return advice;
    };
    made.tryOut = [gate](const session::MethodView&, const advisor::Advice& advice, const std::vector<std::size_t>& cells,
                         const advisor::Options&, const JobContext&) -> Result<advisor::Set> {
        ++gate->tried;
        return pageSetOf(advice, cells);
    };
    return made;
}

}  // namespace

class TestAdvisorPage : public QObject {
    Q_OBJECT

    std::shared_ptr<Gate> m_gate;

    static AdviceBook& book(Driver& user) { return *user.window().findChild<AdviceBook*>(); }
    template <class Widget>
    static Widget* in(Driver& user, const char* name) {
        return user.window().findChild<Widget*>(QLatin1String(name));
    }
    static const AdviceBook::Advising& told(Driver& user) { return book(user).of(user.window().workspace().method()); }
    void open(Driver& user, bool real = false) {
        if (!real) book(user).setAdviser(adviser(m_gate));
        user.window().open({test::bundledSample()});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().verdict() != nullptr, 60000);
        user.window().workspace().setMethod(QStringLiteral("text_decoder"));
        user.window().workspace().showPage(PageId::Advisor);
        user.settle();
    }
    static void press(Driver& user, const QString& title) {
        for (auto* button : user.window().page(QStringLiteral("advisor"))->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == title) return QTest::mouseClick(button, Qt::LeftButton);
        QFAIL(qPrintable("no button " + title));
    }
    void openDone(Driver& user) {
        m_gate->cells = 6, m_gate->end = true;
        open(user);
        press(user, QStringLiteral("Advise"));
        QTRY_VERIFY_WITH_TIMEOUT(told(user).advice != nullptr && !told(user).running, 30000);
        user.settle();
    }
    static void click(TableView* table, int row, const char* scheme) {
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            if (table->model()->headerData(column, Qt::Horizontal).toString() != QLatin1String(scheme)) continue;
            const QModelIndex index = table->model()->index(row, column);
            table->scrollTo(index);
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
        }
    }
    static void picture(Driver& user, const char* name) {
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            user.window().grab().save(folder + "/advisor-" + name + ".png");
    }
    static QString scheme(Driver& user, std::size_t row) {
        const auto& rows = told(user).advice->rows;
        return QString::fromLatin1(rows[row].cells[told(user).cells()[row]].scheme->id.data());
    }

private slots:
    void init() {
        QSettings().clear();
        m_gate = std::make_shared<Gate>();
    }

    /// It stands beside Quantisation, is reached by a click and says what it would take before it is asked.
    void asksFirst() {
        Driver user;
        book(user).setAdviser(adviser(m_gate));
        user.window().open({test::bundledSample()});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().verdict() != nullptr, 60000);
        user.window().workspace().setMethod(QStringLiteral("text_decoder"));
        test::clickView(user.window(), PageId::Advisor);
        QCOMPARE(user.window().currentPage(), QStringLiteral("advisor"));
        QVERIFY(test::viewButton(user.window(), "Quantisation")->isChecked());
        QVERIFY(test::viewButton(user.window(), "Quantisation advisor") == nullptr);
        QVERIFY(!told(user).wasAsked());
        QVERIFY2(user.sees("Nothing is executed"), qPrintable(user.texts()));
        press(user, QStringLiteral("Estimate"));
        user.settle();
        QVERIFY2(user.sees("6 effects and at most 4 sets"), qPrintable(user.texts()));
        QVERIFY(!told(user).wasAsked());
        // Who comes back finds it as it was left.
        test::clickView(user.window(), PageId::Outputs);
        QTest::mouseClick(test::viewButton(user.window(), "Quantisation"), Qt::LeftButton);
        QCOMPARE(user.window().currentPage(), QStringLiteral("advisor"));
        test::clickView(user.window(), PageId::Quantisation);
        QCOMPARE(user.window().currentPage(), QStringLiteral("quantisation"));
    }

    /// Cells as they come; Cancel keeps them.
    void cancelKeepsWhatIsKnown() {
        Driver user;
        open(user);
        press(user, QStringLiteral("Advise"));
        m_gate->cells = 3;
        QTRY_VERIFY(user.texts("adviceStatus").contains("3 of 6 effects"));
        auto* table = in<TableView>(user, "adviceTable");
        QCOMPARE(table->model()->rowCount(), 3);
        QVERIFY2(user.texts(table).contains("4e−03") || user.texts(table).contains("0.004"), qPrintable(user.texts(table)));
        auto* cancel = in<QPushButton>(user, "adviceStatusCancel");
        QVERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QTRY_VERIFY(!told(user).running);
        user.settle();
        QVERIFY(told(user).cancelled && told(user).advice != nullptr);
        QVERIFY2(user.texts("adviceStatus").contains("cancelled"), qPrintable(user.texts("adviceStatus")));
        QCOMPARE(table->model()->rowCount(), 3);
        // A scheme that is known can still be looked at.
        click(table, 0, "int8");
        QTRY_VERIFY(told(user).shown().effect.has_value());
        QCOMPARE(m_gate->tried.load(), 1);
        // Asked again it begins with what is known.
        QCOMPARE(m_gate->recalled.load(), 0);
        book(user).advise(user.window().workspace().method());
        QTRY_COMPARE(m_gate->recalled.load(), 1);
    }

    /// What a person changed beyond the budget or the limit is not said of all sets; each step can be taken back, budgets and
    /// limits too.
    void changesBeyondTheBudget() {
        Driver user;
        openDone(user);
        const QString method = user.window().workspace().method();
        auto* line = in<AnswerLine>(user, "answerLine");
        const std::uint64_t least = told(user).sets().front()->bytes;
        book(user).setBudget(method, least);
        user.settle();
        QVERIFY2(!line->words().contains("fit"), qPrintable(line->words()));
        book(user).change(method, 2, 0);
        QTRY_VERIFY(told(user).shown().effect.has_value());
        user.settle();
        QVERIFY2(line->words().contains("With what was changed it does not fit"), qPrintable(line->words()));
        const auto changed = told(user).cells();
        book(user).setBudget(method, least + 1'000'000);
        QVERIFY(told(user).cells() != changed);
        book(user).undo(method);
        QCOMPARE(told(user).cells(), changed);
        const double limit = told(user).choice.limit;
        book(user).setLimit(method, limit / 1e6);
        book(user).undo(method);
        QCOMPARE(told(user).choice.limit, limit);
        QCOMPARE(told(user).cells(), changed);
        book(user).setBudget(method, 1);
        user.settle();
        QVERIFY2(line->words().contains("No set that was evaluated fits"), qPrintable(line->words()));
    }

    /// It goes on behind other pages and beside other methods, and is what it was when one comes back.
    void goesOnBehind() {
        Driver user;
        open(user);
        press(user, QStringLiteral("Advise"));
        m_gate->cells = 2;
        QTRY_VERIFY(told(user).advice != nullptr);
        user.window().workspace().showPage(PageId::Memory);
        user.window().workspace().setMethod(QStringLiteral("vision_encoder"));
        user.window().workspace().showPage(PageId::Advisor);
        QTRY_VERIFY(user.sees("Which weights may be narrow"));
        QVERIFY(!told(user).wasAsked());
        m_gate->cells = 6, m_gate->end = true;
        QTRY_VERIFY(!book(user).of(QStringLiteral("text_decoder")).running);
        QVERIFY(user.sees("Which weights may be narrow"));
        user.window().workspace().setMethod(QStringLiteral("text_decoder"));
        user.settle();
        QVERIFY(told(user).advice->complete);
        QCOMPARE(in<FrontChart>(user, "frontChart")->count(), std::size_t{5});
    }

    void otherFilesForgetIt() {
        Driver user;
        open(user);
        press(user, QStringLiteral("Advise"));
        m_gate->cells = 2;
        QTRY_VERIFY(told(user).advice != nullptr);
        user.window().workspace().close();
        user.settle();
        QVERIFY(!book(user).of(QStringLiteral("text_decoder")).wasAsked());
        user.window().open({test::bundledSample() + "/model.pte"});
        user.settle();
        user.window().workspace().showPage(PageId::Advisor);
        user.settle();
        QVERIFY2(user.sees("Add the ETRecord of its export"), qPrintable(user.texts()));
        QCOMPARE(in<TableView>(user, "adviceTable")->model()->rowCount(), 0);
    }

    /// Slider, field, limit and dots are one value.
    void budgetAndLimitAreOneChoice() {
        Driver user;
        openDone(user);
        auto* slider = in<QSlider>(user, "adviceSlider");
        QCOMPARE(slider->maximum(), 4);
        // The smallest within the limit of 0.01: 4e-3 × (1 + 2) is beyond it.
        QCOMPARE(told(user).cells(), (std::vector<std::size_t>{2, 1, 1}));
        QCOMPARE(slider->value(), 2);
        slider->setFocus();
        user.press(Qt::Key_Right);
        QCOMPARE(told(user).cells(), (std::vector<std::size_t>{1, 1, 1}));
        auto* budget = in<QLineEdit>(user, "adviceBudget");
        QCOMPARE(bytesOfText(budget->text()).has_value(), true);
        budget->setFocus();
        budget->selectAll();
        user.type(QStringLiteral("120 KiB"));
        user.press(Qt::Key_Return);
        const ShownSet shown = told(user).shown();
        QVERIFY(shown.bytes <= 120 * 1024 && shown.effect);
        auto* limit = in<QLineEdit>(user, "adviceLimit");
        limit->setFocus();
        limit->selectAll();
        user.type(QStringLiteral("0.1"));
        user.press(Qt::Key_Return);
        QCOMPARE(told(user).cells(), (std::vector<std::size_t>{2, 2, 2}));
        QCOMPARE(slider->value(), 0);
        auto* chart = in<FrontChart>(user, "frontChart");
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->boxOf(4).center().toPoint());
        QCOMPARE(told(user).cells(), (std::vector<std::size_t>{0, 0, 0}));
        QVERIFY(user.sees("there is nothing to do"));
        chart->setFocus();
        user.press(Qt::Key_Left);
        QCOMPARE(told(user).cells(), (std::vector<std::size_t>{1, 1, 1}));
        for (const char* wrong : {"many", "-1", "1e400"}) {
            budget->setFocus();
            budget->selectAll();
            user.type(QString::fromLatin1(wrong));
            user.press(Qt::Key_Return);
            QCOMPARE(told(user).cells(), (std::vector<std::size_t>{1, 1, 1}));
        }
    }

    /// Another scheme of one row: predicted at once, evaluated soon, undone, or kept whatever the budget is.
    void whatIf() {
        Driver user;
        openDone(user);
        auto* table = in<TableView>(user, "adviceTable");
        const QString first = table->model()->index(0, 0).data().toString();
        QCOMPARE(first, QStringLiteral("layers.2.attention.wq"));  // the most effect
        click(table, 0, "8da4w-32");
        QCOMPARE(scheme(user, 2), QStringLiteral("8da4w-32"));
        QVERIFY(told(user).shown().predicted && !told(user).shown().effect);
        test::takeTurns();  // new lines are laid out
        QVERIFY2(user.texts("whatIf").contains("being evaluated"), qPrintable(user.texts("whatIf")));
        QVERIFY(in<QPlainTextEdit>(user, "recipeText")->toPlainText().isEmpty());
        QTRY_VERIFY(told(user).shown().effect.has_value());
        user.settle();
        QCOMPARE(m_gate->tried.load(), 1);
        QVERIFY2(user.texts("whatIf").contains("Tokens that stay"), qPrintable(user.texts("whatIf")));
        QVERIFY(std::abs(told(user).shown().effect->cost() - 1.1 * *told(user).shown().predicted) < 1e-12);
        QVERIFY(!in<QPlainTextEdit>(user, "recipeText")->toPlainText().isEmpty());
        // It is a set among the others now.
        QCOMPARE(in<FrontChart>(user, "frontChart")->count(), std::size_t{6});
        auto* keep = in<QCheckBox>(user, "keepScheme");
        QTest::mouseClick(keep, Qt::LeftButton, {}, QPoint(8, keep->height() / 2));
        QVERIFY(keep->isChecked());
        auto* slider = in<QSlider>(user, "adviceSlider");
        slider->setFocus();
        user.press(Qt::Key_End);
        QCOMPARE(scheme(user, 0), QStringLiteral("float"));
        QCOMPARE(scheme(user, 2), QStringLiteral("8da4w-32"));
        QTRY_VERIFY(told(user).shown().effect.has_value());
        for (int step = 0; step < 3; ++step) book(user).undo(user.window().workspace().method());  // slider, kept, changed
        user.settle();
        QCOMPARE(told(user).cells(), (std::vector<std::size_t>{2, 1, 1}));
    }

    void schemesByKeys() {
        Driver user;
        openDone(user);
        auto* schemes = in<QWidget>(user, "whatIfSchemes");
        const auto buttons = schemes->findChildren<QPushButton*>();
        QPushButton* wide = nullptr;
        for (auto* button : buttons)
            if (button->text() == QLatin1String("float")) wide = button;
        QVERIFY(wide != nullptr && !wide->accessibleName().isEmpty());
        wide->setFocus();
        user.press(Qt::Key_Space);
        QCOMPARE(scheme(user, 2), QStringLiteral("float"));
    }

    /// The recipe is the chosen set's; the answer's button saves it.
    void recipes() {
        Driver user;
        openDone(user);
        const QString recipe = in<QPlainTextEdit>(user, "recipeText")->toPlainText();
        QVERIFY2(recipe.contains("\"layers.0.attention.wq.weight\": \"8da4w-32\"") && recipe.contains("def quantise(model)"),
                 qPrintable(recipe));
        QTest::mouseClick(in<QLabel>(user, "copyRecipe"), Qt::LeftButton, {},
                          QPoint(6, in<QLabel>(user, "copyRecipe")->height() / 2));
        QCOMPARE(QApplication::clipboard()->text(), recipe);
        auto* line = in<AnswerLine>(user, "answerLine");
        QVERIFY2(line->words().contains("evaluated as a set"), qPrintable(line->words()));
        QPushButton* primary = nullptr;
        for (auto* button : line->findChildren<QPushButton*>())
            if (button->objectName() == QLatin1String("primary")) primary = button;
        QVERIFY(primary != nullptr && primary->isVisible());
        QCOMPARE(primary->text(), QStringLiteral("Save recipe…"));
    }

    /// An export that is quantised says how it holds its weights, and what each costs against the export before it; all methods say
    /// what they are worth.
    void quantisedExport() {
        const QString fixture = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/schemes/");
        Driver user;
        user.window().open({fixture + QStringLiteral("after")});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().verdict() != nullptr, 60000);
        user.window().workspace().setMethod(QStringLiteral("decode"));
        user.window().workspace().showPage(PageId::Advisor);
        user.settle();
        press(user, QStringLiteral("Advise"));
        QTRY_VERIFY_WITH_TIMEOUT(told(user).advice != nullptr && !told(user).running, 60000);
        user.settle();
        picture(user, "decode");
        QVERIFY2(user.texts("adviceToday").contains("8da4w, groups of 32: 2 weights"), qPrintable(user.texts("adviceToday")));
        QVERIFY(!in<QCheckBox>(user, "advisorAgainst")->isVisible());
        QTest::mouseClick(in<QLabel>(user, "adviseAll"), Qt::LeftButton, {},
                          QPoint(6, in<QLabel>(user, "adviseAll")->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(
            book(user).of(QStringLiteral("see")).advice != nullptr && !book(user).of(QStringLiteral("see")).running, 60000);
        user.settle();
        for (const char* method : {"decode: ", "see: "})
            QVERIFY2(user.texts("adviceMethods").contains(QLatin1String(method)), qPrintable(user.texts("adviceMethods")));
        user.window().workspace().setMethod(QStringLiteral("see"));
        user.settle();
        picture(user, "see");
        QVERIFY2(user.texts("adviceToday").contains("with fixed scales"), qPrintable(user.texts("adviceToday")));
        user.window().workspace().compareWith({fixture + QStringLiteral("before")});
        auto* against = in<QCheckBox>(user, "advisorAgainst");
        QTRY_VERIFY_WITH_TIMEOUT(against->isVisible(), 60000);
        against->click();
        press(user, QStringLiteral("Advise again"));
        QTRY_VERIFY_WITH_TIMEOUT(!told(user).running && told(user).advice != nullptr && told(user).advice->today.effect, 60000);
        user.settle();
        picture(user, "against");
        QVERIFY(
            std::ranges::all_of(told(user).advice->rows, [](const advisor::Row& row) { return row.today && row.today->effect; }));
    }

    /// Rows are modules of the graph: selected in the window, and followed.
    void rowsAreThings() {
        Driver user;
        openDone(user);
        auto* table = in<TableView>(user, "adviceTable");
        click(table, 1, "int8");
        QCOMPARE(user.window().workspace().selection().text(),
                 QStringLiteral("text_decoder/exported/module:layers.1.attention.wq"));
        user.window().workspace().select(
            Address::ofModule(QStringLiteral("text_decoder"), QStringLiteral("exported"), QStringLiteral("layers.0.attention.wq")));
        user.settle();
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("layers.0.attention.wq"));
        const Link link = Link::on(PageId::Advisor);
        QCOMPARE(Link::parse(link.text(), {}), link);
        QCOMPARE(pageNamed(QStringLiteral("advisor")), PageId::Advisor);
        QVERIFY(table->copyText(TableFormat::Tsv).contains("layers.0.attention.wq"));
    }

    /// What advice fails with is said where it would stand.
    void failuresSayWhatHelps() {
        Driver user;
        auto failing = adviser(m_gate);
        failing.advise = [](const session::MethodView&, const advisor::Options&, const JobContext&) -> Result<advisor::Advice> {
            return fail("no-weights", "no constant of its graph is a weight that could be kept narrow");
        };
        open(user);
        book(user).setAdviser(failing);
        press(user, QStringLiteral("Advise"));
        QTRY_VERIFY(user.sees("No weight of it could be kept narrow"));
        QVERIFY(user.sees("As exported"));
    }

    /// The core's own answer, of few schemes.
    void theCoreAnswers() {
        Driver user;
        open(user, true);
        AdviceRequest request;
        request.tied = true, request.cases = 1, request.schemes = {"int8", "8da4w-32"};
        book(user).setRequest(user.window().workspace().method(), request);
        press(user, QStringLiteral("Advise"));
        QTRY_VERIFY_WITH_TIMEOUT(told(user).advice != nullptr && !told(user).running, 240000);
        user.settle();
        QVERIFY2(!told(user).error, told(user).error ? told(user).error->message.c_str() : "");
        QVERIFY(told(user).advice->complete && told(user).front().size() > 2);
        auto* table = in<TableView>(user, "adviceTable");
        QCOMPARE(static_cast<std::size_t>(table->model()->rowCount()), told(user).advice->rows.size());
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const auto address = table->model()->index(row, 0).data(AddressRole).value<Address>();
            QVERIFY2(user.window().workspace().knows(address), qPrintable(address.text()));
        }
        // A set that nobody has tried is evaluated by the core, too.
        click(table, 0, "float");
        QTRY_VERIFY_WITH_TIMEOUT(told(user).shown().effect.has_value(), 60000);
        // The same files opened anew have it still, once they are known to be the same.
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).identifying(), 60000);
        const std::size_t sets = told(user).sets().size();
        user.window().workspace().reload();
        QTRY_VERIFY_WITH_TIMEOUT(told(user).advice != nullptr, 60000);
        QCOMPARE(told(user).sets().size(), sets);
    }
};

ETSCOPE_TEST(TestAdvisorPage)
#include "tst_advisor_page.moc"
