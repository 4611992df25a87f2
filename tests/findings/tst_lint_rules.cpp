// Every rule of lint both ways: files that raise it, and files that are near it and do not. The table is whole.
#include <QtTest>

#include <algorithm>
#include <set>

#include "base/codes.h"
#include "base/pattern.h"
#include "findings/lint.h"
#include "findings/lint_cases.h"
#include "findings/lint_rules.h"
#include "findings/suppressions.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;

namespace {

const std::vector<LintCase>& cases() {
    static const std::vector<LintCase> list = [] {
        std::vector<LintCase> all;
        for (auto part : {metadataCases(), runnerCases(), planCases(), kernelCases(), constantCases(), recordCases()})
            std::ranges::move(part, std::back_inserter(all));
        return all;
    }();
    return list;
}

std::vector<findings::LintFinding> lintOf(const LintFiles& files, const TempDir& folder) {
    std::vector<std::string> paths;
    for (const LintFile& file : files)
        paths.push_back(file.name.starts_with('/') ? ETSCOPE_SOURCE_DIR "/tests/fixtures" + file.name
                                                   : folder.write(file.name, file.bytes));
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    auto list = findings::lint(**session, {});
    if (!list) qFatal("%s", list.error().message.c_str());
    return *std::move(list);
}

QString told(const std::vector<findings::LintFinding>& list, const std::string& rule) {
    QStringList texts;
    for (const findings::LintFinding& one : list)
        if (one.code == rule) texts.append(QString::fromStdString(one.where + ": " + one.message.text()));
    return texts.join("; ");
}

}  // namespace

class TestLintRules : public QObject {
    Q_OBJECT
private slots:
    void theTable();
    void everyRuleHasACase();
    void rules_data();
    void rules();
    void patterns_data();
    void patterns();
    void branchesThatMoveBackAndForth();
    void suppressionLines();
    void suppressed();
    void suppressionsThatDoNothing();
};

void TestLintRules::theTable() {
    std::set<std::string_view> ids;
    for (const findings::LintRule& rule : findings::lintRules()) {
        QVERIFY2(ids.insert(rule.id).second, rule.id.data());
        QVERIFY2(*rule.hint != '\0' && !rule.description().empty() && !rule.section().empty(), rule.id.data());
        QVERIFY2(rule.severity <= findCode(rule.id)->severity, rule.id.data());
        QCOMPARE(findings::lintRule(rule.id), &rule);
    }
    QVERIFY(ids.size() >= 40);
    QCOMPARE(findings::lintRule("no-such-rule"), nullptr);
}

void TestLintRules::everyRuleHasACase() {
    std::set<std::string> tested;
    for (const LintCase& one : cases()) tested.insert(one.rule);
    for (const findings::LintRule& rule : findings::lintRules()) QVERIFY2(tested.contains(std::string(rule.id)), rule.id.data());
    QCOMPARE(tested.size(), findings::lintRules().size());
}

void TestLintRules::rules_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(cases().size()); ++i)
        QTest::newRow((cases()[static_cast<std::size_t>(i)].rule + " " + std::to_string(i)).c_str()) << i;
}

void TestLintRules::rules() {
    QFETCH(int, index);
    const LintCase& one = cases()[static_cast<std::size_t>(index)];
    const TempDir raising, near;
    const auto found = lintOf(one.raises(), raising);
    const QString text = told(found, one.rule);
    QVERIFY2(!text.isEmpty(), "it is not raised");
    QVERIFY2(text.contains(QString::fromStdString(one.says)), qPrintable(text));
    if (!one.where.empty()) QVERIFY2(text.contains(QString::fromStdString(one.where + ": ")), qPrintable(text));
    for (const findings::LintFinding& finding : found) {
        const findings::LintRule* rule = findings::lintRule(finding.code);
        QVERIFY2(rule != nullptr, finding.code.c_str());
        QVERIFY2(finding.severity <= rule->severity && !finding.suggestion.empty() && !finding.message.empty(),
                 finding.code.c_str());
    }
    const QString beside = told(lintOf(one.near(), near), one.rule);
    QVERIFY2(beside.isEmpty(), qPrintable("false alarm: " + beside));
}

void TestLintRules::patterns_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* pattern, const char* text, bool fits) {
        QTest::addRow("%s on %s", pattern, text) << pattern << text << fits;
    };
    row("forward", "forward", true);
    row("forward", "forwards", false);
    row("forward*", "forwards", true);
    row("*", "", true);
    row("", "", true);
    row("", "a", false);
    row("a*b*c", "a-b-b-c", true);
    row("a*b*c", "a-c-b", false);
    row("layers.?.w", "layers.3.w", true);
    row("layers.?.w", "layers.13.w", false);
    row("*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false);
}

void TestLintRules::patterns() {
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(bool, fits);
    QCOMPARE(matchesPattern(pattern.toStdString(), text.toStdString()), fits);
}

/// Each branch gives two values to each other: places that a value may lie at would double with every branch.
void TestLintRules::branchesThatMoveBackAndForth() {
    constexpr std::int32_t kBranches = 200, kLength = 4;
    ProgramBuilder builder;
    const auto condition = static_cast<std::int32_t>(builder.plan().values.size());
    addValue(builder.plan(), boolValue(false));  // nobody writes it: a jump by it is always taken
    const auto chosen = condition + 1;
    addValue(builder.plan(), noneValue());
    for (std::int32_t branch = 0; branch < kBranches; ++branch) {
        addInstruction(builder.plan(), jumpFalse(chosen, 1 + (branch + 1) * kLength));
        addInstruction(builder.plan(), moveCall(0, 1));
        addInstruction(builder.plan(), moveCall(1, 0));
        addInstruction(builder.plan(), jumpFalse(condition, 1 + kBranches * kLength));
    }
    const TempDir folder;
    QCOMPARE(told(lintOf({{"model.pte", builder.bytes()}}, folder), "lint-plan-overlap"), QString());
}

void TestLintRules::suppressionLines() {
    const auto read = findings::Suppressions::parse(
        "# all of it\r\n\n  lint-one-value\t forward, input 0  # known\r\nlint-nan-constant#x\nlast * ?");
    QCOMPARE(read.lines().size(), std::size_t(3));
    QCOMPARE(read.lines()[0].line, std::size_t(3));
    QCOMPARE(read.lines()[0].rule, std::string("lint-one-value"));
    QCOMPARE(read.lines()[0].place, std::string("forward, input 0"));
    QCOMPARE(read.lines()[1].rule, std::string("lint-nan-constant#x"));
    QVERIFY(read.lines()[1].place.empty());
    QCOMPARE(read.lines()[2].place, std::string("* ?"));
}

void TestLintRules::suppressed() {
    const auto finding = [](const char* code, const char* where) {
        return findings::LintFinding{Severity::Error, code, where, std::string("m"), std::string("s")};
    };
    std::vector<findings::LintFinding> list{finding("lint-one-value", "forward"), finding("lint-one-value", "decode"),
                                            finding("runner-input-type", "forward, input 0"),
                                            finding("runner-input-type", "decode, input 0")};
    auto read = findings::Suppressions::parse("runner-input-type forward*\nrunner-input-type *\nlint-one-value dec?de\n");
    QVERIFY(read.apply(list, {}));
    QCOMPARE(list.size(), std::size_t(1));
    QCOMPARE(list.front().where, std::string("forward"));
    QCOMPARE(read.suppressed(), std::uint64_t(3));
    QCOMPARE(read.lines()[0].findings, std::uint64_t(1));
    QCOMPARE(read.lines()[1].findings, std::uint64_t(1));
}

void TestLintRules::suppressionsThatDoNothing() {
    std::vector<findings::LintFinding> none;
    auto read = findings::Suppressions::parse("no-such-rule\nlint-one-value forw\n");
    QVERIFY(read.apply(none, {}));
    Diagnostics diagnostics;
    read.tell("known.txt", diagnostics);
    QCOMPARE(diagnostics.items().size(), std::size_t(2));
    QCOMPARE(diagnostics.items()[0].code, std::string("suppression-unknown"));
    QCOMPARE(diagnostics.items()[0].where, std::string("known.txt, line 1"));
    QCOMPARE(diagnostics.items()[1].code, std::string("suppression-unused"));
    QCOMPARE(diagnostics.items()[1].where, std::string("known.txt, line 2"));
}

ETSCOPE_TEST(TestLintRules)
#include "tst_lint_rules.moc"
