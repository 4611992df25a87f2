// The HTML report: complete in itself, well formed, safe from what files say, within its size whatever the session.
#include <QRegularExpression>
#include <QtTest>

#include "base/utf8.h"
#include "program/program_builder.h"
#include "report/html/charts.h"
#include "report/html/html_report.h"
#include "report/html/html_text.h"
#include "report/html/limits.h"
#include "report/html/section.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;
using report::Json;
namespace html = etscope::report::html;

namespace {

using HtmlReportSessionPtr = std::shared_ptr<const session::Session>;
const std::string kSource = ETSCOPE_SOURCE_DIR;

HtmlReportSessionPtr openPaths(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

HtmlReportSessionPtr opened(const std::string& name, const std::string& bytes) {
    const TempDir dir;
    return openPaths({dir.write(name, bytes)});
}

report::HtmlReport reportOf(const HtmlReportSessionPtr& session) {
    auto made = report::htmlReport(session, {std::nullopt, "Made by a test"}, {});
    if (!made) qFatal("%s", made.error().message.c_str());
    return *std::move(made);
}

const report::HtmlReport& sampleReport() {
    static const report::HtmlReport made = reportOf(openPaths({kSource + "/tests/fixtures/vlm"}));
    return made;
}

qsizetype countOf(const std::string& text, const char* part) { return QByteArray::fromStdString(text).count(part); }

/// Every element is closed, by its own name; quotes of attributes are closed. Empty: it is so.
QString illFormed(const std::string& text) {
    static const QSet<QString> kVoid{"meta", "link", "br", "wbr", "input", "img", "hr"};
    static const QRegularExpression kTag(QStringLiteral(
        "<(/?)([A-Za-z][A-Za-z0-9]*)((?:\\s+[A-Za-z_:][A-Za-z0-9_:.-]*(?:=\"[^\"<>]*\")?)*)\\s*(/?)>|<!DOCTYPE html>"));
    QString source = QString::fromStdString(text);
    // What stands in style and script is no markup.
    source.replace(QRegularExpression(QStringLiteral("<(style|script)>.*?</\\1>"), QRegularExpression::DotMatchesEverythingOption),
                   QString());
    QStringList open;
    qsizetype at = 0;
    for (auto match = kTag.globalMatch(source); match.hasNext();) {
        const auto tag = match.next();
        const QString between = source.mid(at, tag.capturedStart() - at);
        if (between.contains('<') || between.contains('>')) return "loose sign near: " + between.left(120);
        at = tag.capturedEnd();
        if (tag.captured(2).isEmpty() || !tag.captured(4).isEmpty() || kVoid.contains(tag.captured(2))) continue;
        if (tag.captured(1).isEmpty()) {
            open.append(tag.captured(2));
        } else if (open.isEmpty() || open.takeLast() != tag.captured(2)) {
            return "</" + tag.captured(2) + "> closes nothing, near: " + source.mid(tag.capturedStart() - 120, 140);
        }
    }
    if (source.mid(at).contains('<')) return "loose sign at the end";
    return open.isEmpty() ? QString() : open.join(' ') + " not closed";
}

Json sectionNamed(const report::HtmlReport& report, const std::string& name) {
    for (const Json& section : report.sections)
        if (section["name"] == name) return section;
    return {};
}

/// The text of a section.
std::string sectionHtml(const report::HtmlReport& report, const std::string& name) {
    const std::size_t start = report.html.find("<section id=\"" + name + "\"");
    return report.html.substr(start, report.html.find("</section>", start) - start);
}

constexpr const char* kHostile = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";

HtmlReportSessionPtr hostileSession() {
    using namespace std::string_literals;
    ProgramBuilder builder;
    builder.plan().name = kHostile;
    builder.plan().operators[0]->name = "aten::add\" onload=\"x";
    builder.addConstantMethod("turned \u202Eright\u202C \u2066to left", {stringValue("</code><b>")}, "$");
    builder.addConstantMethod("nul \0 inside"s, {stringValue("<!-- <script> & &amp; ]]>")}, "$");
    builder.addConstantMethod("newline\nand \x1B[2J", {intValue(2)}, "$");
    builder.addNamedData("<svg/onload=alert(1)>", "bytes");
    builder.addNamedData("metadata.</style>", little<std::int64_t>(1));
    builder.addNamedData("metadata.bytes \xFF\xFE", little<std::int64_t>(1));
    return opened("<title><script>\"&.pte", builder.bytes());
}

}  // namespace

class TestHtmlReport : public QObject {
    Q_OBJECT
private slots:
    void texts();
    void sentences_data();
    void sentences();
    void numbers();
    void sectionsAreInOrder();
    void conversations();
    void namesNothingOutside();
    void isWellFormed();
    void worstStandsFirst();
    void picturesOfErrors();
    void unknownSaysWhy();
    void hostileNames();
    void longNames();
    void manyRows();
    void sectionKeepsItsRoom();
    void chartsOfAnything();
    void linksToViewers();
    void isCancelled();
};

/// The link is whole however long it is, no script, and what it hands over is the record, whose weights are gone.
void TestHtmlReport::linksToViewers() {
    const auto session = openPaths({kSource + "/tests/fixtures/vlm"});
    const auto with = [&](const std::string& address) { return report::htmlReport(session, {std::nullopt, "", address}, {}); };
    for (const char* wrong : {"javascript:alert(1)", "data:text/html,x", "file:///etc", "ftp://x/y"}) {
        const auto made = with(wrong);
        QVERIFY2(!made && made.error().code == "usage", wrong);
    }
    const std::string longOne = "https://example.org/" + std::string(1000, 'a') + "/\"><script>x</script>";
    const auto made = with(longOne);
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    QVERIFY(made->html.find("href=\"https://example.org/" + std::string(1000, 'a') + "/&quot;&gt;&lt;script&gt;x") !=
            std::string::npos);
    const std::string begin = "id=\"record\" data-name=\"model.etrecord\">";
    const std::size_t at = made->html.find(begin) + begin.size();
    const QByteArray packed =
        QByteArray::fromBase64(QByteArray::fromStdString(made->html.substr(at, made->html.find('<', at) - at)));
    const QByteArray record = qUncompress(QByteArray("\0\0\0\0", 4) + packed);  // Qt wants a guess of the size before it
    QVERIFY(record.startsWith("PK") && record.size() > packed.size());
    const auto slim = opened("model.etrecord", record.toStdString());
    QVERIFY(slim->method("text_decoder") != nullptr && !slim->files().front().error);
    QVERIFY(sampleReport().html.find("id=\"viewer\"") == std::string::npos);
}

void TestHtmlReport::texts() {
    QCOMPARE(html::escape("a<b>&\"c\""), std::string("a&lt;b&gt;&amp;&quot;c&quot;"));
    QCOMPARE(html::escape(std::string_view("n\0l", 3)), std::string("n\\x00l"));
    QCOMPARE(html::escape("\u202Eabc"), std::string("\\u202Eabc"));
    QCOMPARE(html::escape("0123456789", 6), std::string("0123…9"));
    QCOMPARE(html::escape("ääääääääää", 6), std::string("ääää…ä"));
    QVERIFY(isValidUtf8(html::escape(std::string(70'000, '\xC3'))));
    QVERIFY(html::escape(std::string(70'000, '<'), 100).size() < 500);
}

void TestHtmlReport::sentences_data() {
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("plain") << "all outputs match"
                           << "All outputs match.";
    QTest::newRow("identifier") << "text_decoder differs"
                                << "text_decoder differs.";
    QTest::newRow("ended") << "look: here."
                           << "look: here.";
    QTest::newRow("empty") << ""
                           << "";
}
void TestHtmlReport::sentences() {
    QFETCH(QString, given);
    QFETCH(QString, wanted);
    QCOMPARE(QString::fromStdString(html::sentence(given.toStdString())), wanted);
}

void TestHtmlReport::numbers() {
    QCOMPARE(html::countText(999), std::string("999"));
    QCOMPARE(html::countText(1'234'567), std::string("1\u202F234\u202F567"));
    QCOMPARE(html::floatText(-0.00012345), std::string("\u22121.234e\u221204"));
    QCOMPARE(html::floatText(0.5), std::string("0.5"));
    QCOMPARE(html::floatText(HUGE_VAL), std::string("∞"));
    QCOMPARE(html::floatText(std::nan("")), std::string("NaN"));
    QCOMPARE(html::fixed(12.04), std::string("12"));
    QCOMPARE(html::fixed(-0.04), std::string("0"));
}

void TestHtmlReport::sectionsAreInOrder() {
    const std::vector<std::string> wanted{"verdict",  "findings", "methods", "outputs", "gap",   "consistency",
                                          "metadata", "sizes",    "memory",  "time",    "files", "diagnostics"};
    std::vector<std::string> names;
    std::size_t at = 0;
    for (const Json& section : sampleReport().sections) {
        names.push_back(section["name"]);
        const std::size_t place = sampleReport().html.find("<section id=\"" + names.back() + "\"");
        QVERIFY2(place != std::string::npos && place > at, names.back().c_str());
        QVERIFY(sampleReport().html.find("href=\"#" + names.back() + "\"") < place);
        QCOMPARE(section["state"].get<std::string>(), std::string("shown"));
        at = place;
    }
    QCOMPARE(names, wanted);
    QVERIFY(sampleReport().html.size() < html::kMostReport);
}

/// The sample has no trace, and no section for one.
void TestHtmlReport::conversations() {
    const auto session = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/stray"}, {}, {});
    QVERIFY(session);
    const auto report = report::htmlReport(*session, {}, {});
    QVERIFY(report);
    const auto found =
        std::ranges::find(report->sections, report::Json("conversation"), [](const report::Json& one) { return one["name"]; });
    QVERIFY(found != report->sections.end());
    QCOMPARE((*found)["state"].get<std::string>(), std::string("shown"));
    const std::size_t begin = report->html.find("<section id=\"conversation\"");
    const std::string html = report->html.substr(begin, report->html.find("</section>", begin) - begin);
    QVERIFY(html.find("the output is not what the record") != std::string::npos);
    QVERIFY(html.find("small") != std::string::npos);
}

void TestHtmlReport::namesNothingOutside() {
    const std::string& text = sampleReport().html;
    QVERIFY(text.find("default-src 'none'") != std::string::npos);
    QVERIFY(text.find("'unsafe-inline'") == std::string::npos);
    for (const char* outside : {"http:", "https:", " src=", "@import", "url(http", "url(\"", "//cdn", "xlink:"})
        QVERIFY2(text.find(outside) == std::string::npos, outside);
    static const QRegularExpression kLink(QStringLiteral("href=\"([^\"]*)\""));
    for (auto match = kLink.globalMatch(QString::fromStdString(text)); match.hasNext();) {
        const QString target = match.next().captured(1);
        QVERIFY2(target.startsWith('#') || target.startsWith("data:"), qPrintable(target.left(80)));
        if (target.startsWith('#'))
            QVERIFY2(text.find("id=\"" + target.mid(1).toStdString() + "\"") != std::string::npos, qPrintable(target));
    }
    QCOMPARE(countOf(text, "<script"), 1);
    QCOMPARE(countOf(text, " style="), 0);
    QCOMPARE(countOf(text, " onclick"), 0);
}

void TestHtmlReport::isWellFormed() {
    QCOMPARE(illFormed(sampleReport().html), QString());
    QVERIFY(isValidUtf8(sampleReport().html));
    // The check itself can fail.
    QVERIFY(!illFormed("<p>a < b</p>").isEmpty());
    QVERIFY(!illFormed("<p><b></p></b>").isEmpty());
    QVERIFY(!illFormed("<p>").isEmpty());
}

/// Of the sample one output of the text decoder differs.
void TestHtmlReport::worstStandsFirst() {
    const std::string outputs = sectionHtml(sampleReport(), "outputs");
    const std::size_t body = outputs.find("<tbody>"), differ = outputs.find("#mark-differ", body),
                      match = outputs.find("#mark-match", body);
    QVERIFY(differ != std::string::npos && match != std::string::npos);
    QVERIFY(differ < match);
    QVERIFY(sectionHtml(sampleReport(), "verdict").find("m-differ") != std::string::npos);
    QVERIFY(sectionHtml(sampleReport(), "gap").find("aria-label=\"at fault\"") != std::string::npos);
}

void TestHtmlReport::picturesOfErrors() {
    QVERIFY(sectionNamed(sampleReport(), "outputs")["pictures"] >= 1);
    QVERIFY(sectionHtml(sampleReport(), "outputs").find("data:image/png;base64,iVBOR") != std::string::npos);
    for (const char* name : {"gap", "sizes", "memory", "time"}) QVERIFY2(sectionNamed(sampleReport(), name)["pictures"] >= 1, name);
    QVERIFY(sectionHtml(sampleReport(), "methods").find("<svg class=\"graph\"") != std::string::npos);
}

void TestHtmlReport::unknownSaysWhy() {
    const auto report = reportOf(openPaths({kSource + "/tests/fixtures/trivial/model.etrecord"}));
    for (const auto& [name, reason] : {std::pair("time", "No run is open"), std::pair("gap", "No run is open"),
                                       std::pair("memory", "No program is open"), std::pair("metadata", "No program is open")}) {
        const Json section = sectionNamed(report, name);
        QCOMPARE(section["state"].get<std::string>(), std::string("unknown"));
        QVERIFY2(section["reason"].get<std::string>().starts_with(reason), section["reason"].get<std::string>().c_str());
        QVERIFY(sectionHtml(report, name).find(reason) != std::string::npos);
    }
    QCOMPARE(illFormed(report.html), QString());
}

void TestHtmlReport::hostileNames() {
    const auto report = reportOf(hostileSession());
    QCOMPARE(illFormed(report.html), QString());
    QVERIFY(isValidUtf8(report.html));
    QCOMPARE(countOf(report.html, "<script"), 1);
    QCOMPARE(countOf(report.html, "</style>"), 1);
    QCOMPARE(countOf(report.html, "<img"), 0);
    QCOMPARE(countOf(report.html, "<b>"), 0);
    QCOMPARE(countOf(report.html, "<!--"), 0);
    QVERIFY(report.html.find('\0') == std::string::npos && report.html.find('\x1B') == std::string::npos);
    for (const char* mark : {"\u202E", "\u202C", "\u2066"}) QCOMPARE(countOf(report.html, mark), 0);
    // They are there, written out.
    QVERIFY(report.html.find("&lt;/script&gt;&lt;script&gt;alert(1)") != std::string::npos);
    QVERIFY(report.html.find("\\u202E") != std::string::npos && report.html.find("\\x00") != std::string::npos);
}

void TestHtmlReport::longNames() {
    ProgramBuilder builder;
    builder.plan().name = std::string(64 * 1024, '<');
    for (char c = 'a'; c <= 'z'; ++c) {
        builder.addNamedData("metadata." + std::string(64 * 1024, '"') + c, little<std::int64_t>(1));
        builder.addNamedData(std::string(64 * 1024, c), "x");
    }
    const auto report = reportOf(opened("long.pte", builder.bytes()));
    QVERIFY(report.html.size() < 1'000'000);
    QCOMPARE(illFormed(report.html), QString());
}

/// Whatever there is, no more than the room; the rest is counted.
void TestHtmlReport::manyRows() {
    constexpr std::size_t kKeys = 3000;
    ProgramBuilder builder;
    for (std::size_t i = 0; i < kKeys; ++i)
        builder.addNamedData("metadata." + std::string(200, '&') + std::to_string(i), little<std::int64_t>(1));
    const auto report = reportOf(opened("many.pte", builder.bytes()));
    QVERIFY(report.html.size() <= html::kMostReport);
    const Json section = sectionNamed(report, "metadata");
    QVERIFY(section["rows"] >= kKeys);
    QVERIFY(section["rows_shown"] < section["rows"] && section["rows_shown"] > 50);
    QVERIFY(QString::fromStdString(sectionHtml(report, "metadata")).contains(QRegularExpression("and [0-9\u202F]+ more")));
    QCOMPARE(illFormed(report.html), QString());
}

void TestHtmlReport::sectionKeepsItsRoom() {
    for (const std::size_t room : {800U, 2000U, 5000U, 20'000U}) {
        html::Section section("x", "Title", room);
        const html::TableForm form{"Caption", {{"A"}, {"B", html::Align::Right}}, ", none worse", 1000};
        section.table(form, 5000, [](std::size_t i) { return std::vector<html::Cell>{html::textCell("row"), html::countCell(i)}; });
        for (int i = 0; i < 50; ++i) section.paragraph(std::string(300, 'p'));
        QVERIFY2(section.html().size() <= room, std::to_string(section.html().size()).c_str());
        QCOMPARE(illFormed(section.html()), QString());
        QCOMPARE(section.rows(), std::size_t{5000});
        QVERIFY(section.leftOut() > 0);
    }
    html::Section whole("x", "Title", 1'000'000);
    whole.table({"Caption", {{"A"}}}, 501, [](std::size_t) { return std::vector<html::Cell>{html::noCell()}; });
    QVERIFY(whole.html().find("and 1 more") != std::string::npos);
    QCOMPARE(whole.rowsShown(), html::kMostRows);
}

/// Nothing, one, zeros, what is not finite.
void TestHtmlReport::chartsOfAnything() {
    using html::GapPoint;
    const double infinite = HUGE_VAL, nan = std::nan("");
    std::vector<GapPoint> points;
    for (const double error : {0.0, 1e-12, infinite, nan, 1e300, 0.5}) {
        GapPoint point;
        point.instruction = static_cast<std::int64_t>(points.size());
        point.error = point.own.emplace(error);
        point.normal = error;
        point.tip = "<tip>";
        points.push_back(point);
    }
    QStringList made;
    made << QString::fromStdString(html::gapPicture(points, 1e-3, 3, "begins <here>", "name"));
    made << QString::fromStdString(html::gapPicture({points[0]}, 1e-3, {}, "", "one"));
    made << QString::fromStdString(html::sizesPicture({}, "none"));
    made << QString::fromStdString(html::sizesPicture({{0, 0, "empty"}, {0, 7, "a<b", flat::RegionKind::Json}}, "some"));
    made << QString::fromStdString(html::memoryPicture({}, 0, 0, "nothing"));
    made << QString::fromStdString(html::memoryPicture({.bytes = 5, .levels = {{-1, 5}, {3, 0}}}, 5, 3, "little"));
    made << QString::fromStdString(html::barsPicture({}, "none"));
    made << QString::fromStdString(html::barsPicture({{"a<b", "0 %", 0}}, "zero"));
    tensor::HeatMap map{.rows = 1, .columns = 2, .values = {0, 0}, .flags = {tensor::HeatMap::HasNan, 0}};
    const auto error = html::errorPicture(map, "zeros");
    QVERIFY(error);
    QVERIFY(error->find("class=\"odd\"") != std::string::npos);
    made << QString::fromStdString(*error);
    for (const QString& picture : made) {
        QCOMPARE(illFormed(picture.toStdString()), QString());
        QVERIFY2(!picture.contains("nan") && !picture.contains("inf\""), qPrintable(picture));
    }
}

void TestHtmlReport::isCancelled() {
    std::stop_source stop;
    JobContext job;
    job.stop = stop.get_token();
    job.progress = [&stop](double fraction) {
        if (fraction > 0.2) stop.request_stop();
    };
    const auto made = report::htmlReport(openPaths({kSource + "/tests/fixtures/vlm"}), {}, job);
    QVERIFY(!made);
    QCOMPARE(made.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestHtmlReport)
#include "tst_html_report.moc"
