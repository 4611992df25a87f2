// The HTML report in a browser: headless Chromium says nothing on its console, asks for nothing, and tables sort. Skips where there
// is no Chromium. `./dev report-test` installs it and runs this.
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

#include "report/html/html_report.h"
#include "support/bytes.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;

namespace {

QString browser() {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome", "chrome"})
        if (const QString path = QStandardPaths::findExecutable(QString::fromLatin1(name)); !path.isEmpty()) return path;
    return {};
}

/// What a page became, what it said, what it asked for.
struct Shown {
    QString document, console;
    QStringList requests;  ///< beyond the file itself and data in it
};

Shown show(const TempDir& dir, const std::string& html) {
    const std::string page = dir.write("page.html", html), log = dir.path("net.json");
    const QString url = "file://" + QString::fromStdString(page);
    const Ran ran = runProcess(
        browser(),
        {"--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--disable-default-apps",
         "--disable-sync", "--disable-extensions", "--user-data-dir=" + QString::fromStdString(dir.path("profile")),
         "--enable-logging=stderr", "--v=0", "--log-net-log=" + QString::fromStdString(log), "--dump-dom", url},
        {}, 120'000);
    Shown shown{QString::fromUtf8(ran.out), {}, {}};
    if (ran.status != 0) shown.console = "the browser did not end well: " + QString::fromUtf8(ran.err).left(500);
    for (const QString& line : QString::fromUtf8(ran.err).split('\n'))
        if (line.contains("CONSOLE")) shown.console += line + '\n';
    // What the browser asks for itself has no origin.
    static const QRegularExpression kStarted(QStringLiteral("\"initiator\":\"([^\"]*)\"[^\n]*?\"url\":\"([^\"]*)\""));
    for (auto match = kStarted.globalMatch(QString::fromStdString(readFile(log).value_or(""))); match.hasNext();)
        if (const auto found = match.next(); found.captured(1) != "not an origin") shown.requests.append(found.captured(2));
    return shown;
}

/// A page of the report with a script of ours that its policy would refuse.
std::string withScript(std::string html, const std::string& script) {
    const std::size_t policy = html.find("<meta http-equiv=\"Content-Security-Policy\""), end = html.find('>', policy);
    html.erase(policy, end + 1 - policy);
    html.insert(html.find("</body>"), "<script>" + script + "</script>");
    return html;
}

const std::string& sampleHtml() {
    static const std::string html = [] {
        const std::vector<std::string> paths(1, ETSCOPE_SOURCE_DIR "/resources/samples/vlm");
        const auto session = session::Session::open(paths, {}, {});
        if (!session) qFatal("%s", session.error().message.c_str());
        const auto report = report::htmlReport(*session, {}, {});
        if (!report) qFatal("%s", report.error().message.c_str());
        return report->html;
    }();
    return html;
}

}  // namespace

class TestReportInBrowser : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void isQuiet();
    void badPagesAreNoticed();
    void tablesSort();
    void themeChanges();
};

void TestReportInBrowser::initTestCase() {
    if (browser().isEmpty()) QSKIP("there is no Chromium: ./dev report-test installs it");
}

void TestReportInBrowser::isQuiet() {
    const TempDir dir;
    const Shown shown = show(dir, sampleHtml());
    QCOMPARE(shown.console, QString());
    QCOMPARE(shown.requests, QStringList());
    QVERIFY2(shown.document.contains("class=\"js\""), "its script did not run");
    QVERIFY(shown.document.contains("aria-sort=\"none\""));
    QVERIFY(!shown.document.contains("id=\"theme\" hidden"));
}

/// What the test looks for is seen where it is.
void TestReportInBrowser::badPagesAreNoticed() {
    const TempDir dir;
    std::string html = sampleHtml();
    html.insert(html.find("</body>"), "<script>document.title='ran'</script>");
    QVERIFY2(show(dir, html).console.contains("Content Security Policy"), "a script that is not the report's own ran");
    html = sampleHtml();
    html.insert(html.find("</body>"), "<img src=\"https://example.invalid/x.png\">");
    QVERIFY2(show(dir, html).console.contains("Content Security Policy"), "a picture from elsewhere was asked for");
    QVERIFY(show(dir, "<!DOCTYPE html><title>x</title><script>console.error('wrong')</script>").console.contains("wrong"));
    QVERIFY(!show(dir, "<!DOCTYPE html><title>x</title><img src=\"http://127.0.0.1:9/x.png\">").requests.isEmpty());
}

void TestReportInBrowser::tablesSort() {
    const TempDir dir;
    const Shown shown = show(dir, withScript(sampleHtml(), R"(
        var table = document.querySelector("#sizes table"), column = 3, said = [];
        function values() { return Array.from(table.tBodies[0].rows).map(function (r) { return Number(r.cells[column].dataset.o); }); }
        function ordered(list, way) { return list.every(function (v, i) { return i === 0 || way * (v - list[i - 1]) >= 0; }); }
        var given = values().join(), head = table.tHead.rows[0].cells[column], button = head.firstElementChild;
        button.click(); said.push(head.getAttribute("aria-sort"), ordered(values(), 1));
        button.click(); said.push(head.getAttribute("aria-sort"), ordered(values(), -1));
        button.click(); said.push(head.getAttribute("aria-sort"), values().join() === given);
        document.body.innerHTML = "<p id=result>" + said.join(" ") + "</p>";)"));
    QVERIFY2(shown.document.contains("ascending true descending true none true"),
             qPrintable(shown.document.right(300) + shown.console));
}

void TestReportInBrowser::themeChanges() {
    const TempDir dir;
    const Shown shown = show(dir, withScript(sampleHtml(), R"(
        function base() { return getComputedStyle(document.querySelector("section")).backgroundColor; }
        var button = document.getElementById("theme"), said = [base()];
        button.click(); said.push(base(), button.textContent);
        button.click(); said.push(base());
        document.body.innerHTML = "<p id=result>" + said.join(" | ") + "</p>";)"));
    QVERIFY2(shown.document.contains("rgb(255, 255, 255) | rgb(21, 23, 28) | Light colours | rgb(255, 255, 255)"),
             qPrintable(shown.document.right(300)));
}

ETSCOPE_TEST(TestReportInBrowser)
#include "tst_report_in_browser.moc"
