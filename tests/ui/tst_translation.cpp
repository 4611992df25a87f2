// The window in other languages: nothing of its own stands there untranslated, the German is complete and fits its source, and
// plural forms and keys are those of the language.
#include <QMenuBar>
#include <QProcess>
#include <QStandardPaths>
#include <QXmlStreamReader>

#include "findings/advisories.h"
#include "frame/session_file.h"
#include "graph/graph_overlay.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "models/link.h"
#include "models/table_order.h"
#include "support/test_case.h"
#include "ui/translation_walk.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;
using test::isData;
using test::Message;
using test::Pseudo;
using test::samplePath;
using test::seeMenus;
using test::Walk;

class TestTranslation : public QObject {
    Q_OBJECT
private slots:
    void numbersOnScreen() {
        const double infinity = std::numeric_limits<double>::infinity();
        QCOMPARE(floatText(infinity), QString("∞"));
        QCOMPARE(floatText(-infinity), QString("−∞"));
        QCOMPARE(floatText(infinity, false), QString("Infinity"));  // what is copied is read by programs
        QCOMPARE(floatText(std::nan("")), QString("NaN"));
        QCOMPARE(floatText(-0.00012345), QString("−1.234e−04"));
    }

    /// Three digits, and never a thousand of a unit.
    void timesOnScreen() {
        QCOMPARE(durationText(0), QString("0 ns"));
        QCOMPARE(durationText(403), QString("403 ns"));
        QCOMPARE(durationText(999.7), QString("1.00 µs"));
        QCOMPARE(durationText(7000), QString("7.00 µs"));
        QCOMPARE(durationText(12'340), QString("12.3 µs"));
        QCOMPARE(durationText(999'940), QString("1.00 ms"));
        QCOMPARE(durationText(-531'000), QString("−531 µs"));
        QCOMPARE(durationText(4.1e9), QString("4.10 s"));
        QCOMPARE(durationText(12'345e9), QString("12345 s"));
    }

    /// Names of the core have underscores, words of the window none.
    void wordsOfTheCore() {
        QCOMPARE(word("bundled_input"), QString("bundled input"));
        QCOMPARE(word("us"), QString("µs"));
        QCOMPARE(word("match"), QString("match"));
        QVERIFY(isValueNumber(u"v190") && !isValueNumber(u"v") && !isValueNumber(u"v_cache") && !isValueNumber(u"view"));
    }

    void init() { QSettings().clear(); }
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    /// Every page, dialog and menu under a translation that brackets all it is asked for.
    void nothingIsUntranslated() {
        Pseudo pseudo;
        QCoreApplication::installTranslator(&pseudo);
        Walk walk;
        {
            Driver user;
            walk.see(user.window());
            user.window().open({samplePath() + "/out-text_decoder-2-0.npy"});
            seePages(walk, user, false);
            user.window().open({samplePath()});
            seePages(walk, user, true);
            seeSelections(walk, user);
            seeOverlays(walk, user);
            seeDialogs(walk, user);
            user.window().workspace().compareWith({samplePath() + "/model.pte"});
            for (const char* view : {"diff", "diff-nodes"}) {
                user.window().showPage(view);
                user.settle();
                walk.see(user.window());
            }
        }
        QCoreApplication::removeTranslator(&pseudo);
        m_asked = pseudo.asked;
        for (const QString& fault : walk.faults()) qWarning().noquote() << fault;  // of a long message the end is cut
        QVERIFY2(walk.faults().isEmpty(), "texts that are not translated: see above");
    }

    /// The walk finds what is not.
    void untranslatedIsFound() {
        QWidget window;
        auto* label = new QLabel(QStringLiteral("⟦translated⟧, partly"), &window);
        label->setToolTip("not at all");
        new QLabel(QStringLiteral("⟦All of ⟦it⟧⟧ · 12.5 KiB layers.0.weight"), &window);
        window.show();
        Walk walk;
        walk.see(window);
        QCOMPARE(walk.faults().size(), 2);
    }

    /// Of what the walk was asked for the translators know all: its contexts are those that the texts are looked up in.
    void whatIsAskedForIsThere() {
        const auto known = sourcesOf(translation("de"));
        static const QRegularExpression kOwn(
            QStringLiteral("^(etscope::|(Column|Command|Word|Sentence|FileKind|OverlayMap|QObject)$)"));
        QStringList unknown;
        for (const Message& one : m_asked)
            if (kOwn.match(one.context).hasMatch() && !known.contains(one) && !isData(one.text))
                unknown.append(one.context + QStringLiteral(": ") + one.text);
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join('\n')));
    }

    void germanFitsItsSource_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("de") << "de";
        QTest::newRow("en") << "en";
    }
    /// Finished, with the same placeholders, letters of menus, line ends and blanks around.
    void germanFitsItsSource() {
        QFETCH(QString, language);
        QFile file(translation(language));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QString context, source;
        int messages = 0;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) continue;
            if (xml.name() == u"name") context = xml.readElementText();
            if (xml.name() == u"source") source = xml.readElementText(), ++messages;
            if (xml.name() == u"translation") {
                QVERIFY2(!xml.attributes().hasAttribute("type"), qPrintable(context + ": " + source));
                QStringList forms;
                QString alone;
                while (!(xml.readNext() == QXmlStreamReader::EndElement && xml.name() == u"translation"))
                    if (xml.isStartElement())
                        forms.append(xml.readElementText());
                    else
                        alone += xml.text();
                QVERIFY2(forms.isEmpty() == !source.contains("%n"), qPrintable(source));
                QVERIFY2(forms.isEmpty() || forms.size() == 2, qPrintable(source));
                if (forms.isEmpty()) forms = {alone};
                for (const QString& form : forms)
                    QVERIFY2(featuresOf(form, context) == featuresOf(source, context), qPrintable(source + " -> " + form));
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(messages > 50);
    }

    /// Nothing is in the source that is not in the file, and the other way round.
    void filesAreUpToDate() {
        const QString lupdate = QStandardPaths::findExecutable("lupdate", {"/usr/lib/qt6/bin"});
        if (lupdate.isEmpty()) QSKIP("lupdate is not installed (qt6-l10n-tools)");
        const QTemporaryDir folder;
        for (const QString& language : {QString("de"), QString("en")}) {
            const QString fresh = folder.filePath(language + ".ts");
            QStringList arguments{"-silent", "-no-obsolete",       "-locations",        "none", "-I",
                                  "ui",      "-tr-function-alias", "tr+=of,tr+=phrase", "ui",   "app/gui"};
            if (language == "en")
                arguments.prepend("-pluralonly");
            else
                arguments.append("core/base/codes.cpp");
            if (language != "en")
                for (const QString& room : QDir(ETSCOPE_SOURCE_DIR "/core").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                    if (room != "base") arguments.append("core/" + room);  // as ./dev translate does
            arguments.append({"-ts", fresh});
            QProcess process;
            process.setWorkingDirectory(ETSCOPE_SOURCE_DIR);
            process.start(lupdate, arguments);
            QVERIFY(process.waitForFinished(120'000) && process.exitCode() == 0);
            const auto known = sourcesOf(translation(language)), wanted = sourcesOf(fresh);
            for (const Message& one : wanted) QVERIFY2(known.contains(one), qPrintable("run ./dev translate: new is " + one.text));
            for (const Message& one : known) QVERIFY2(wanted.contains(one), qPrintable("run ./dev translate: gone is " + one.text));
        }
    }

    /// The examples in the filter lines can be typed as they stand there.
    void hintsOfFiltersAreQueries_data() { languageRows(); }
    void hintsOfFiltersAreQueries() {
        QFETCH(QString, language);
        if (language == "de") applyLanguage(language);
        MainWindow window;
        for (const PageInfo& info : pageTable()) {
            const Page* page = window.page(QString::fromLatin1(info.name));
            auto* line = page->findChild<QLineEdit*>("filter");
            if (line == nullptr) continue;
            const QString hint = line->placeholderText().section(QStringLiteral(": "), 1);
            QVERIFY2(!hint.isEmpty(), info.name);
            const auto* table = page->findChild<TableView*>(info.page == PageId::Containers ? "containerTable" : "diffTable");
            if (table == nullptr) table = page->mainTable();
            if (table == nullptr) table = page->findChild<TableView*>();
            for (const QString& term : hint.split(QStringLiteral(", ")))
                QVERIFY2(TableQuery(term, table->filter()->table()->columns()).wrong().empty(),
                         qPrintable(info.name + (": " + term)));
        }
    }

    /// The last one: from here on the process speaks German.
    void germanWindow() {
        applyLanguage("de");
        QCOMPARE(chosenLanguage(), QString("de"));
        Driver user;
        user.window().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.settle();
        QCOMPARE(user.window().menuBar()->actions().front()->text(), QString("&Datei"));
        QVERIFY(test::viewButton(user.window(), "Überblick") != nullptr);
        QVERIFY(user.sees("14 Dateien"));
        // Keys and ids stay; the palette knows both names.
        QVERIFY(user.window().setOverlay("weight bytes"));
        user.command("Layers");
        QCOMPARE(user.window().currentPage(), QString("steps"));
        user.command("Seite: Speicher");
        QCOMPARE(user.window().currentPage(), QString("memory"));
        QVERIFY(user.window().run("view.language.en"));
        QCOMPARE(chosenLanguage(), QString("en"));
        QVERIFY(user.window().findChild<QAction*>("view.language.en")->isChecked());
        const QTemporaryDir folder;
        QVERIFY(user.window().saveSession(folder.filePath("a.etscope")));
        const auto saved = readSession(folder.filePath("a.etscope"));
        QVERIFY(saved);
        QCOMPARE(saved->overlay, QString("weight bytes"));
        auto* table = user.window().page("memory")->mainTable();
        table->filter()->setQuery("lebt:1");
        QVERIFY(table->filter()->wrongTerms().empty());
        QVERIFY(table->filter()->rowCount() > 0);
        table->filter()->setQuery("live:1");
        QVERIFY(table->filter()->wrongTerms().empty());
    }
    void pluralForms() {
        const auto files = [](int n) { return QCoreApplication::translate("etscope::ui::Outline", "%n file(s)", nullptr, n); };
        QCOMPARE(files(1), QString("1 Datei"));
        QCOMPARE(files(2), QString("2 Dateien"));
        QCOMPARE(files(12345), countText(12345) + " Dateien");
    }
    /// Remedies of known bugs, what a code means before what the reader wrote, and where an output is from.
    void whatFilesAndBugsSay() {
        QVERIFY(!findings::advisories().empty());
        for (const findings::Advisory& one : findings::advisories())
            for (const Sentence& text : {one.effectText(), one.remedy()})
                QVERIFY2(said(text) != QString::fromStdString(text.text()), text.text().c_str());
        QCOMPARE(problemText("etdump-truncated", "the dump has 5 bytes"),
                 QString("Kürzer als nach der eigenen Rechnung (the dump has 5 bytes)"));
        QCOMPARE(problemText("no-such-code-at-all", "as it is"), QString("as it is"));
        QCOMPARE(said(Sentence::of("run %1 of %2", 3, std::string("run.etdp"))), QString("Lauf 3 von run.etdp"));
    }
    void sentencesOfTheCore() {
        const std::string method = "decode", file = "a.npy";
        const auto differs = [&](int cases) {
            return said(Sentence::of("%1 differs in %2 of %3 {3:case|cases}", method, 1, cases));
        };
        QCOMPARE(differs(1), QString("decode weicht in 1 von 1 Fall ab"));
        QCOMPARE(differs(12), QString("decode weicht in 1 von 12 Fällen ab"));
        const Sentence input = Sentence::of("input %1", 0);
        QCOMPARE(asTitle(Sentence::of("input '%1'", method)), QString("Eingabe 'decode'"));
        QCOMPARE(said(Sentence::list({input, file}, "; ")), QString("Eingabe 0; a.npy"));
        const char* unknown = "no translator saw %1";
        QCOMPARE(said(Sentence::of(unknown, input)), QString("no translator saw Eingabe 0"));
        QCOMPARE(asTitle(Sentence::of(unknown, method)), QString("No translator saw decode"));
        QCOMPARE(asTitle(Sentence::of("%1 is cut off", method)), QString("decode ist abgeschnitten"));
    }

private:
    static QString translation(const QString& language) {
        return QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/translations/etscope_%1.ts").arg(language);
    }
    static void languageRows() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("German") << "de";
    }
    static std::set<Message> sourcesOf(const QString& path) {
        std::set<Message> sources;
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) return sources;
        QXmlStreamReader xml(&file);
        Message source;
        while (!xml.atEnd()) {
            const bool start = xml.readNext() == QXmlStreamReader::StartElement;
            if (start && xml.name() == u"name") source.context = xml.readElementText();
            if (start && xml.name() == u"message")
                source.comment.clear(), source.plural = xml.attributes().value("numerus") == u"yes";
            if (start && xml.name() == u"source") source.text = xml.readElementText();
            if (start && xml.name() == u"comment") source.comment = xml.readElementText();
            if (xml.isEndElement() && xml.name() == u"message") sources.insert(source);
        }
        return sources;
    }
    /// What a translation has in common with its source.
    static QStringList featuresOf(const QString& text, const QString& context) {
        static const QRegularExpression kPlaceholder(QStringLiteral("%(\\d|n)"));
        QStringList features;
        for (auto it = kPlaceholder.globalMatch(text); it.hasNext();) features.append(it.next().captured());
        features.sort();
        features.append(QStringLiteral("lines %1").arg(text.count('\n')));
        features.append(QStringLiteral("ends %1").arg(text.endsWith(u'…') ? "open" : text.endsWith(u'.') ? "with a point" : ""));
        if (context == QLatin1String("Command")) features.append(QStringLiteral("letters %1").arg(text.count('&')));
        return features;
    }
    static void seePages(Walk& walk, Driver& user, bool menus) {
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        for (const PageInfo& info : pageTable()) {
            user.window().showPage(QString::fromLatin1(info.name));
            user.settle();
            walk.see(user.window());
            if (menus) seeMenus(walk, user.window());
        }
    }
    /// What the Inspector and the bottom dock tell of things of each kind.
    static void seeSelections(Walk& walk, Driver& user) {
        Workspace& workspace = user.window().workspace();
        for (const char* address :
             {"text_decoder", "text_decoder/edge/aten_linear_default_3", "text_decoder/exported/linear_3",
              "text_decoder/program/0/4", "text_decoder/edge/module:layers.0", "text_decoder/edge/value:aten_linear_default_3",
              "text_decoder/edge/output:0", "text_decoder/outputs/case:0/0", "runs/0", "runs/0/3", "files/model.pte",
              "files/model.etrecord", "metadata/get_vocab_size", "metadata/none"}) {
            const Address place = Address::parse(QString::fromLatin1(address), workspace.methods());
            QVERIFY2(place.valid(), address);
            workspace.reveal(place);
            user.settle();
            walk.see(user.window());
        }
        for (const char* page : {"tensors", "named-data", "sizes"}) {
            user.window().showPage(QString::fromLatin1(page));
            user.settle();
            auto* table = user.window().page(QString::fromLatin1(page))->findChild<TableView*>();
            table->selectRow(0);
            user.settle();
            walk.see(user.window());
        }
    }
    /// The legend is painted.
    static void seeOverlays(Walk& walk, Driver& user) {
        user.window().showPage("graph");
        for (const OverlayName& one : overlayNames()) {
            QVERIFY(user.window().setOverlay(QString::fromLatin1(one.id)));
            user.settle();
            const OverlayPtr map = test::graphOf(user.window())->canvas()->overlay();
            QVERIFY(map != nullptr);
            walk.see("legend", map->title());
            walk.see("legend", map->note());
            const bool names = map->overlay() == Overlay::Module || map->overlay() == Overlay::ValueType;
            for (const OverlayMap::Class& row : map->classes())
                if (!names) walk.see("legend", row.name);
        }
    }
    static void seeDialogs(Walk& walk, Driver& user) {
        for (const char* id : {"tools.commands", "help.keys", "file.notes", "go.bookmarks", "edit.queries"}) {
            user.window().run(QString::fromLatin1(id));
            user.settle();
            for (QWidget* top : QApplication::topLevelWidgets()) {
                if (!top->isVisible() || top == &user.window()) continue;
                walk.see(*top);
                if (const auto* menu = qobject_cast<QMenu*>(top)) walk.see(*menu);
                top->close();
            }
        }
        user.window().workspace().followText("bytes:text_decoder/delegate:0");
        user.settle();
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (!top->isVisible() || top == &user.window()) continue;
            walk.see(*top);
            top->close();
        }
    }

    std::set<Message> m_asked;
};

ETSCOPE_TEST(TestTranslation)
#include "tst_translation.moc"
