// `bundle`: makes a bundled program of a program and test cases.
#include <algorithm>
#include <optional>
#include <tuple>

#include "answer.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "commands.h"
#include "compare/recorded_cases.h"
#include "compare/test_cases.h"

namespace etscope::cli {
namespace {

using Suites = std::vector<bundle::SuiteContent>;

/// "METHOD:CASE"; methods may hold colons.
struct CaseName {
    std::string method;
    std::size_t number = 0;
};
std::optional<CaseName> parseCase(const std::string& text) {
    const auto colon = text.rfind(':');
    const auto number = colon == std::string::npos ? std::nullopt : parseInt(std::string_view(text).substr(colon + 1));
    if (!number || *number < 0) return std::nullopt;
    return CaseName{text.substr(0, colon), static_cast<std::size_t>(*number)};
}

/// The place of the case; nullptr when there is none.
std::vector<bundle::CaseContent>* suiteOf(Suites& suites, const CaseName& name) {
    const auto suite = std::ranges::find(suites, name.method, &bundle::SuiteContent::method);
    return suite == suites.end() || name.number >= suite->cases.size() ? nullptr : &suite->cases;
}

Result<std::vector<bundle::CaseContent>> readCases(const Options& o, const JobContext& job) {
    if (!o.expected.empty() && o.expected.size() != o.inputs.size())
        return fail("usage", "give as many --expected as --inputs, or none");
    std::vector<bundle::CaseContent> cases;
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < o.inputs.size(); ++i) {
        auto inputs = compare::caseValues(o.inputs[i], diagnostics, job);
        if (!inputs) return inputs.failure();
        auto& one = cases.emplace_back(bundle::CaseContent{std::move(*inputs), {}, false});
        if (o.expected.empty()) continue;
        auto expected = compare::caseValues(o.expected[i], diagnostics, job);
        if (!expected) return expected.failure();
        one.expected = std::move(*expected);
    }
    return cases;
}

/// The cases to start from, with what is to be told of them.
Result<compare::CollectedCases> existing(const Options& o, const JobContext& job) {
    if (!o.from.empty()) {
        const auto other = session::Session::open({o.from}, {}, job);
        if (!other) return other.failure();
        const auto& bundle = (*other)->files().front().bundle;
        if (bundle == nullptr) return fail("no-bundle", "--from wants a bundled program", escaped(o.from));
        return compare::CollectedCases{bundle::contentOf(*bundle), {}};
    }
    if (o.fromRecord.empty()) return compare::CollectedCases{};
    const auto record = session::Session::open({o.fromRecord}, {}, job);
    if (!record) return record.failure();
    return compare::casesOfRecord(**record, job);
}

/// --method chooses among the suites; the only suite is taken for it, whatever the record calls it.
void choose(const std::string& method, Suites& suites) {
    if (method.empty() || suites.empty()) return;
    if (suites.size() == 1) suites.front().method = method;
    std::erase_if(suites, [&](const bundle::SuiteContent& suite) { return suite.method != method; });
}

/// What the method does not take is not written: first its expected outputs, then all of it. The sentence that says so; empty: all
/// fits.
std::string fit(bundle::SuiteContent& suite, const std::vector<bundle::MethodSignature>& signatures, std::optional<Error>& fault) {
    const auto whole = bundle::checkSuites({suite}, signatures);
    if (whole) return {};
    for (bundle::CaseContent& one : suite.cases) one.expected.clear();
    const auto inputs = bundle::checkSuites({suite}, signatures);
    if (!inputs) fault = inputs.error();
    const Error& told = inputs ? whole.error() : inputs.error();
    return escaped(suite.method) + (inputs ? ": inputs only, the reference outputs do not fit (" : ": left out (") + told.message +
           ")";
}

/// Of a record's methods those go that the program does not have or whose inputs it does not take. Errors: that of the first, where
/// none is left.
Result<void> leaveOut(const std::vector<bundle::MethodSignature>& signatures, compare::CollectedCases& cases) {
    std::optional<Error> first;
    Suites kept;
    for (bundle::SuiteContent& suite : cases.suites) {
        std::optional<Error> fault;
        if (const std::string note = fit(suite, signatures, fault); !note.empty()) {
            const std::string before = escaped(suite.method) + ": ";
            std::erase_if(cases.notes, [&](const std::string& one) { return one.starts_with(before); });
            cases.notes.push_back(note);
        }
        if (fault && !first) first = fault;
        if (!fault) kept.push_back(std::move(suite));
    }
    cases.suites = std::move(kept);
    return cases.suites.empty() && first ? Result<void>(Failure{*first}) : Result<void>();
}

/// Drops, then replaces or appends. Numbers of --drop are those before anything is dropped.
Result<void> edit(const Options& o, std::vector<bundle::CaseContent> added, const std::string& method, Suites& suites) {
    std::vector<CaseName> drops;
    for (const std::string& text : o.drops) {
        const auto name = parseCase(text);
        if (!name || suiteOf(suites, *name) == nullptr) return fail("usage", "--drop names no case: " + text);
        drops.push_back(*name);
    }
    if (!o.replace.empty()) {
        const auto name = parseCase(o.replace);
        auto* cases = name ? suiteOf(suites, *name) : nullptr;
        if (cases == nullptr || added.size() != 1) return fail("usage", "--replace wants an existing METHOD:CASE and one --inputs");
        (*cases)[name->number] = std::move(added.front());
        added.clear();
    }
    std::ranges::sort(
        drops, [](const CaseName& a, const CaseName& b) { return std::tie(b.number, b.method) < std::tie(a.number, a.method); });
    const auto twice = std::unique(drops.begin(), drops.end(), [](const CaseName& a, const CaseName& b) {
        return a.number == b.number && a.method == b.method;
    });
    drops.erase(twice, drops.end());
    for (const CaseName& name : drops)
        if (auto* cases = suiteOf(suites, name)) cases->erase(cases->begin() + static_cast<std::ptrdiff_t>(name.number));
    if (added.empty()) return {};
    auto suite = std::ranges::find(suites, method, &bundle::SuiteContent::method);
    if (suite == suites.end()) suite = suites.insert(suites.end(), bundle::SuiteContent{method, {}});
    std::ranges::move(added, std::back_inserter(suite->cases));
    return {};
}

std::string defaultMethodOf(const std::vector<bundle::MethodSignature>& signatures) {
    const bool forward = std::ranges::any_of(signatures, [](const auto& one) { return one.method == "forward"; });
    return forward || signatures.size() != 1 ? "forward" : signatures.front().method;
}

}  // namespace

Result<void> writeBundle(const Options& o, const session::Session& session, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return fail("no-program", "the first file must be a program (.pte)", escaped(o.file));
    if (o.run && o.fromRun.empty()) return fail("usage", "--run names a run of --from-run DUMP");
    const auto signatures = compare::signaturesOf(*file->program);
    auto cases = existing(o, job);
    if (!cases) return cases.failure();
    if (!o.fromRecord.empty()) {
        choose(o.method, cases->suites);
        if (auto left = leaveOut(signatures, *cases); !left) return left;
    }
    auto added = readCases(o, job);
    if (!added) return added.failure();
    const std::string method = o.method.empty() ? defaultMethodOf(signatures) : o.method;
    if (auto edited = edit(o, std::move(*added), method, cases->suites); !edited) return edited;
    if (cases->suites.empty()) return fail("usage", "there is no test case: give --inputs, --from or --from-record");
    if (!o.fromRun.empty()) {
        auto runs = compare::casesOfRuns(session, cases->suites, o.run, job);
        if (!runs) return runs.failure();
        *cases = std::move(*runs);
    }
    if (auto checked = bundle::checkSuites(cases->suites, signatures); !checked) return checked;
    for (const std::string& note : cases->notes) standardError() << "etscope-cli: " << visible(note) << "\n";
    return bundle::write(file->bundle != nullptr ? file->bundle->program() : file->bytes, std::move(cases->suites), o.output, job);
}

}  // namespace etscope::cli
