#include "report/history_document.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "base/escaped.h"
#include "base/lists.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "report/text_cells.h"

namespace etscope::report {
namespace {

using gate::GateState;
using history::Course;
using history::MeasureFacts;
using history::Point;
using history::Series;

const MeasureFacts& factsOf(history::Measure measure) { return history::measureFacts()[static_cast<std::size_t>(measure)]; }

/// Bytes and counts are integers.
Json historyAmount(const std::optional<double>& value, gate::Unit unit) {
    const bool whole = unit == gate::Unit::Bytes || unit == gate::Unit::Count;
    return value && whole && *value >= 0 && *value < 9e15 ? Json(static_cast<std::uint64_t>(*value)) : orNull(value);
}
Json historyIndex(const std::optional<std::size_t>& index) { return orNull(index); }

/// " bytes"; nothing of counts.
std::string unitText(gate::Unit unit) {
    const std::string_view name = unit == gate::Unit::Count ? std::string_view() : gate::unitName(unit);
    return name.empty() ? std::string() : " " + std::string(name);
}

/// "58 368 bytes" has its unit, a share is in percent.
std::string historyText(double value, gate::Unit unit) {
    if (unit == gate::Unit::Share) return percent(number(value));
    const bool whole = unit == gate::Unit::Bytes || unit == gate::Unit::Count || unit == gate::Unit::Ticks;
    const bool large = std::fabs(value) >= 1000 || value == std::floor(value);
    const std::string text =
        whole && large && std::fabs(value) < 9e15 ? std::to_string(std::llround(value)) : rounded(number(value));
    return text + unitText(unit);
}

std::optional<double> shareOf(double before, double after) {
    return before != 0 && std::isfinite(before) && std::isfinite(after) ? std::optional((after - before) / std::fabs(before))
                                                                        : std::nullopt;
}
std::string shareText(double before, double after) {
    const auto share = shareOf(before, after);
    return share && std::fabs(*share) <= 10 ? etscope::printed(" (%+.3g %%)", 100 * *share) : "";
}

bool isWorse(double before, double after, const MeasureFacts& facts) {
    return facts.worse == tensor::Worse::Larger ? after > before : after < before;
}

Json pointJson(const Point& point) {
    Json json = object(F("export", point.name), F("table", point.table), F("session", textOrNull(point.session)),
                       F("state", findings::verdictName(point.state)), F("runs", point.runs));
    for (const MeasureFacts& facts : history::measureFacts())
        json[std::string(facts.key)] = historyAmount(point.of(facts.measure), facts.unit);
    const std::pair<const char*, const std::string Point::*> texts[] = {{"started", &Point::started},
                                                                        {"cause", &Point::cause},
                                                                        {"node", &Point::node},
                                                                        {"source", &Point::source},
                                                                        {"sentence", &Point::sentence},
                                                                        {"program", &Point::program},
                                                                        {"backends", &Point::backends},
                                                                        {"executorch", &Point::executorch},
                                                                        {"torch", &Point::torch},
                                                                        {"export_torch", &Point::exportTorch},
                                                                        {"etscope", &Point::etscope},
                                                                        {"system", &Point::system},
                                                                        {"program_sha256", &Point::programHash},
                                                                        {"export_id", &Point::exportId},
                                                                        {"error", &Point::error}};
    for (const auto& [key, text] : texts) json[key] = textOrNull(point.*text);
    return json;
}

std::string_view directionOf(const history::Slope& slope) { return slope.rises() ? "rises" : slope.falls() ? "falls" : "level"; }

Json courseJson(const Series& series, const Course& course) {
    const MeasureFacts& facts = factsOf(course.measure);
    const auto valueAt = [&](const std::optional<std::size_t>& at) {
        return at ? historyAmount(series.points[*at].of(course.measure), facts.unit) : Json(nullptr);
    };
    const auto stepJson = [&](const history::LevelStep& step) {
        return object(F("at", step.at), F("before", number(step.before)), F("after", historyAmount(step.after, facts.unit)),
                      F("low", number(step.low)), F("high", number(step.high)),
                      F("share", orNull(shareOf(step.before, step.after))), F("worse", isWorse(step.before, step.after, facts)),
                      F("level", step.level), F("since", step.since), F("confirmed", step.confirmed));
    };
    Json trend = nullptr;
    if (course.trend)
        trend = object(F("direction", directionOf(*course.trend)), F("slope", number(course.trend->slope)),
                       F("low", number(course.trend->low)), F("high", number(course.trend->high)),
                       F("per", course.alongDays ? "day" : "export"));
    return object(F("measure", facts.key), F("unit", textOrNull(gate::unitName(facts.unit))),
                  F("worse", facts.worse == tensor::Worse::Larger ? "larger" : "smaller"), F("known", course.known),
                  F("first", valueAt(course.first)), F("last", valueAt(course.last)), F("trend", std::move(trend)),
                  F("steps", listOf(course.steps, stepJson)));
}

Json gateJson(const history::GateCourse& course) {
    const gate::Unit unit = course.budget.unit();
    const auto broken = std::ranges::find(course.states, GateState::Broken);
    const auto* const measured = history::measureOf(course.budget);
    return object(F("budget", course.budget.key()), F("measure", measured == nullptr ? Json(nullptr) : Json(measured->key)),
                  F("line", course.budget.line), F("limit_text", textOrNull(course.limit.text)),
                  F("unit", textOrNull(gate::unitName(unit))), F("fails", course.fails()), F("held", course.count(GateState::Held)),
                  F("broken", course.count(GateState::Broken)), F("unknown", course.count(GateState::Unknown)),
                  F("first_broken", broken == course.states.end() ? Json(nullptr) : Json(broken - course.states.begin())),
                  F("states", listOf(course.states, [](GateState one) { return Json(gate::gateStateName(one)); })),
                  F("limits", listOf(course.limits, [&](const auto& one) { return historyAmount(one, unit); })),
                  F("note", textOrNull(course.note)));
}

/// What is found in one series, as rows.
class SeriesFindings {
public:
    SeriesFindings(const Series& series, std::size_t index) : m_series(series), m_index(index) {}

    Json rows() && {
        for (const history::Break& one : m_series.breaks) addBreak(one);
        addGap();
        for (const history::GateCourse& one : m_series.gates) addGate(one);
        for (const Course& one : m_series.courses) addCourse(one);
        for (const history::Change& one : m_series.changes)
            add("change", "note", one.what, one.at,
                std::string(one.what) + ": " + (one.before.empty() ? "none" : one.before) + " → " +
                    (one.after.empty() ? "none" : one.after));
        return std::move(m_rows);
    }

private:
    const std::string& nameAt(std::size_t at) const { return m_series.points[at].name; }

    Json& add(std::string_view kind, std::string_view weight, std::string_view measure, std::size_t at,
              const std::string& sentence) {
        m_rows.push_back(object(F("kind", kind), F("weight", weight), F("series", m_index), F("variant", m_series.variant),
                                F("member", textOrNull(m_series.member)), F("method", textOrNull(m_series.method)),
                                F("device", textOrNull(m_series.device)), F("target", textOrNull(m_series.target)),
                                F("measure", textOrNull(measure)), F("at", at), F("export", nameAt(at)), F("before", nullptr),
                                F("after", nullptr), F("sentence", sentence)));
        return m_rows.back();
    }

    void addBreak(const history::Break& one) {
        const Point& bad = m_series.points[one.firstBad];
        std::string text = one.goodAgain ? "bad from " + bad.name + " until " + nameAt(*one.goodAgain) + ", which is good again"
                                         : "bad since " + bad.name;
        if (!bad.sentence.empty()) text += ": " + (bad.cause.empty() ? "" : bad.cause + ", ") + bad.sentence;
        text += one.lastGood ? "; the last good one is " + nameAt(*one.lastGood) : "; none before it is known to be good";
        if (one.unknownBetween > 0)
            text += ", " + std::to_string(one.unknownBetween) + (one.unknownBetween == 1 ? " export" : " exports") +
                    " before it may have been bad already";
        add("break", one.goodAgain ? "past" : "bad", {}, one.firstBad, text);
    }

    /// Of the last exports nothing is known, and of one before them there was.
    void addGap() {
        const auto isKnown = [](const Point& point) { return point.state != findings::Verdict::Unknown; };
        const auto& points = m_series.points;
        const auto known = std::find_if(points.rbegin(), points.rend(), isKnown);
        if (known == points.rend() && !points.back().error.empty())
            return void(add("gap", "unknown", {}, points.size() - 1, "nothing of it is known: " + points.back().error));
        if (known == points.rbegin() || known == points.rend()) return;
        const auto from = static_cast<std::size_t>(known.base() - points.begin());
        const Point &first = points[from], &last = points[from - 1];
        add("gap", "unknown", {}, from,
            "not known since " + first.name +
                (points.size() - from > 1 ? ", for " + std::to_string(points.size() - from) + " exports" : "") + ": " +
                (first.isAbsent        ? "its table has nothing of it"
                 : first.error.empty() ? "nothing of it was compared"
                                       : first.error) +
                "; the last known one, " + last.name + ", is " + (last.state == findings::Verdict::Match ? "good" : "bad"));
    }

    void addGate(const history::GateCourse& one) {
        const std::string limit = one.budget.key() + " (" + one.limit.text + ")";
        const auto broken = std::ranges::find(one.states, GateState::Broken);
        const std::size_t last = one.states.size() - 1;
        if (broken == one.states.end()) {
            if (one.fails())
                add("gate", "unknown", one.budget.key(), last, limit + " is not known" + (one.note.empty() ? "" : ": " + one.note));
            return;
        }
        const auto at = static_cast<std::size_t>(broken - one.states.begin());
        const std::size_t times = one.count(GateState::Broken);
        const bool now = one.states.back() == GateState::Broken;
        add("gate", one.fails() ? "bad" : "past", one.budget.key(), at,
            limit + " is first broken by " + nameAt(at) + ", by " + std::to_string(times) + " of " +
                std::to_string(one.states.size()) + " exports" +
                (now                                    ? ", the last one too"
                 : one.states.back() == GateState::Held ? "; the last one holds it"
                                                        : "; of the last one it is not known"));
    }

    void addCourse(const Course& course) {
        const MeasureFacts& facts = factsOf(course.measure);
        for (const history::LevelStep& step : course.steps) {
            const bool worse = isWorse(step.before, step.after, facts);
            // Of a later step back the new level lies within the old one again.
            const bool undone = std::ranges::any_of(course.steps, [&](const history::LevelStep& later) {
                return later.at > step.at && later.confirmed &&
                       (step.after > step.high ? later.after <= step.high : later.after >= step.low);
            });
            Json& row = add("step",
                            !step.confirmed ? "unconfirmed"
                            : !worse        ? "better"
                            : undone        ? "past"
                                            : "bad",
                            facts.key, step.at, stepText(step, facts));
            row["before"] = number(step.before);
            row["after"] = historyAmount(step.after, facts.unit);
        }
        for (const history::Lost& one : course.lost) addLost(course, one);
        if (!course.trend || (!course.trend->rises() && !course.trend->falls())) return;
        const bool worse = course.trend->rises() == (facts.worse == tensor::Worse::Larger);
        add("trend", worse ? "slow" : "better", facts.key, *course.last,
            std::string(facts.title) + " " + std::string(directionOf(*course.trend)) + " by " +
                rounded(number(std::fabs(course.trend->slope))) + unitText(facts.unit) +
                (course.alongDays ? " a day" : " an export") + " over " + std::to_string(course.trended) + " exports; 99 %: from " +
                rounded(number(course.trend->low)) + " to " + rounded(number(course.trend->high)));
    }

    void addLost(const Course& course, const history::Lost& one) {
        const MeasureFacts& facts = factsOf(course.measure);
        const auto valueAt = [&](std::size_t at) { return *m_series.points[at].of(course.measure); };
        const bool isGood = m_series.points[one.at].state == findings::Verdict::Match;
        Json& row = add("step",
                        one.again ? "past"
                        : isGood  ? "note"
                                  : "bad",
                        facts.key, one.at,
                        std::string(facts.title) + " is " + rounded(number(valueAt(one.at))) +
                            (one.again ? " from " + nameAt(one.at) + " until " + nameAt(*one.again) + ", which has a number again"
                                       : " since " + nameAt(one.at)) +
                            "; " + nameAt(one.before) + " has " + historyText(valueAt(one.before), facts.unit));
        row["before"] = historyAmount(valueAt(one.before), facts.unit);
        row["after"] = number(valueAt(one.at));
    }

    std::string stepText(const history::LevelStep& step, const MeasureFacts& facts) const {
        const bool worse = isWorse(step.before, step.after, facts);
        std::string text = std::string(facts.title) + ", " + std::string(worse ? facts.grown : facts.shrunk) + " since " +
                           nameAt(step.at) + ": " + historyText(step.before, facts.unit) + " → " +
                           historyText(step.after, facts.unit) +
                           (facts.unit == gate::Unit::Decibel ? "" : shareText(step.before, step.after));
        if (!facts.isCounted)
            text += (step.after > step.high ? "; above " + historyText(step.high, facts.unit)
                                            : "; below " + historyText(step.low, facts.unit)) +
                    ", beyond the scatter of the " + std::to_string(step.level) + " exports before it";
        if (step.confirmed) return text;
        return text + (step.since == 1 ? "; it is the last: none confirms it yet"
                                       : "; " + std::to_string(step.since) + " exports so far are too few to be sure");
    }

    const Series& m_series;
    std::size_t m_index;
    Json m_rows = Json::array();
};

/// Of findings: what is bad now before what may be, what was, and what is no fault; of each, verdicts first.
std::ptrdiff_t historyOrder(const Json& finding) {
    static constexpr std::string_view kWeights[] = {"bad", "unknown", "unconfirmed", "slow", "past", "better", "note"};
    static constexpr std::string_view kKinds[] = {"break", "gap", "gate", "step", "trend", "change"};
    const auto placeOf = [&](const auto& words, const char* key) {
        return std::ranges::find(words, finding[key].get_ref<const std::string&>()) - std::begin(words);
    };
    return placeOf(kWeights, "weight") * std::ssize(kKinds) + placeOf(kKinds, "kind");
}

Json seriesJson(const Series& series, std::size_t findings) {
    Json last = Json::object_t{};
    for (const MeasureFacts& facts : history::measureFacts())
        last[std::string(facts.key)] = historyAmount(series.points.back().of(facts.measure), facts.unit);
    const bool isBad = !series.breaks.empty() && !series.breaks.back().goodAgain;
    const auto breakJson = [](const history::Break& one) {
        return object(F("last_good", historyIndex(one.lastGood)), F("first_bad", one.firstBad),
                      F("unknown_between", one.unknownBetween), F("good_again", historyIndex(one.goodAgain)));
    };
    const auto changeJson = [](const history::Change& one) {
        return object(F("at", one.at), F("what", one.what), F("before", textOrNull(one.before)), F("after", textOrNull(one.after)));
    };
    const Point* bad = isBad ? &series.points[series.breaks.back().firstBad] : nullptr;
    return object(F("variant", series.variant), F("member", textOrNull(series.member)), F("method", textOrNull(series.method)),
                  F("device", textOrNull(series.device)), F("target", textOrNull(series.target)), F("order", series.order),
                  F("state", findings::verdictName(series.state())), F("fails", series.fails()), F("exports", series.points.size()),
                  F("last_export", series.points.back().name), F("first_bad", bad == nullptr ? Json(nullptr) : Json(bad->name)),
                  F("cause", bad == nullptr ? Json(nullptr) : textOrNull(bad->cause)), F("findings", findings),
                  F("last", std::move(last)), F("points", listOf(series.points, pointJson)),
                  F("breaks", listOf(series.breaks, breakJson)), F("changes", listOf(series.changes, changeJson)),
                  F("measures", listOf(series.courses, [&](const Course& one) { return courseJson(series, one); })),
                  F("gates", listOf(series.gates, gateJson)));
}

std::string budgetName(const gate::Budget& budget) {
    return (budget.method.empty() ? "" : budget.method + " ") + budget.key() + " (line " + std::to_string(budget.line) + ")";
}

/// Budgets that tables can tell and that no series has anything of, beside those that methods have their own for. `allowed`: that
/// may be unknown, or may not.
std::vector<std::string> unheldBudgets(const std::vector<Series>& series, const gate::Budgets& budgets, bool allowed) {
    std::set<std::size_t> held;
    for (const Series& one : series)
        for (const history::GateCourse& course : one.gates) held.insert(course.budget.line);
    std::vector<std::string> unheld;
    for (const gate::Budget& budget : budgets.list) {
        const auto isOwn = [&](const Series& one) { return history::isOverridden(one, budget, budgets); };
        if (budget.allowUnknown != allowed || !history::isTold(budget) || held.contains(budget.line)) continue;
        if (series.empty() || !std::ranges::all_of(series, isOwn)) unheld.push_back(budgetName(budget));
    }
    return unheld;
}

/// "2 of 3 series".
std::string countOf(const std::vector<Series>& series, const std::function<bool(const Series&)>& test) {
    const auto count = std::ranges::count_if(series, test);
    return count == 0 ? "" : std::to_string(count) + " of " + std::to_string(series.size()) + " series";
}

void addOrderNotes(const std::vector<Series>& series, const history::HistoryOptions& options, Json& notes) {
    const auto isGiven = [](const Series& one) { return one.order == "given" && one.points.size() > 1; };
    if (const std::string given = countOf(series, isGiven); !given.empty() && options.order != "given")
        notes.push_back("the exports of " + given + " stand as tables and rows come, which is taken as oldest first: " +
                        (options.order.empty() ? "not all of them tell when they were started"
                                               : "none of them tells \"" + options.order + "\""));
    if (const std::string untold = countOf(series, [](const Series& one) { return one.untold > 0; }); !untold.empty())
        notes.push_back("some exports of " + untold +
                        " do not tell what the others are sorted by: they stay behind those that they stood behind");
    std::size_t repeated = 0;
    for (const Series& one : series) repeated += one.repeated;
    if (repeated > 0)
        notes.push_back("runs that several tables have, with the same times and values, count once: " + std::to_string(repeated) +
                        " left out");
}

void addPatternNotes(const std::vector<Series>& series, const history::HistoryOptions& options, Json& notes) {
    if (options.pattern.empty()) return;
    std::set<std::string> foreign;
    std::size_t joint = 0;
    for (const Series& one : series) {
        if (!one.isNamed) foreign.insert(validName(one.variant));
        joint += one.joined;
    }
    if (std::ranges::none_of(series, &Series::isNamed))
        notes.push_back("--export " + options.pattern + " matches no folder");
    else if (!foreign.empty())
        notes.push_back("--export " + options.pattern + " does not match these folders, which are series of their own: " +
                        firstOf(std::vector(foreign.begin(), foreign.end()), 20).text());
    if (joint > 0)
        notes.push_back("what --export gives the same name is one export, the worst of all that is known of it: " +
                        std::to_string(joint) + " joined");
}

std::size_t countUnread(const history::TableRead& read) {
    std::size_t count = 0;
    for (const history::UnreadCells& one : read.unread) count += one.count;
    return count;
}

void addCellNotes(const std::vector<HistoryTable>& tables, Json& notes) {
    constexpr std::size_t kMost = 20;
    std::vector<std::string> told;
    for (const HistoryTable& table : tables)
        for (const history::UnreadCells& one : table.read.unread)
            told.push_back(validName(table.name) + " " + one.column + " (" + std::to_string(one.count) + ": \"" +
                           escaped(one.first) + "\" in row " + std::to_string(one.row) + ")");
    if (!told.empty()) notes.push_back("cells that hold nothing which survey writes are not known: " + firstOf(told, kMost).text());
}

/// What the document is silent about, and why.
Json notesOf(const std::vector<HistoryTable>& tables, const std::vector<Series>& series, const history::HistoryOptions& options) {
    Json notes = Json::array();
    const auto one = std::ranges::count_if(series, [](const Series& each) { return each.points.size() == 1; });
    if (!series.empty() && one == std::ssize(series))
        notes.push_back(
            "every series has one export only: give the tables of several surveys, or --export PATTERN where the folders of "
            "one survey are exports");
    std::vector<std::string> empty, untold;
    for (const HistoryTable& table : tables)
        if (table.read.rows == 0) empty.push_back(validName(table.path));
    if (!empty.empty()) notes.push_back("tables without a row, in which nothing is known of any series: " + joined(empty, ", "));
    addCellNotes(tables, notes);
    addPatternNotes(series, options, notes);
    addOrderNotes(series, options, notes);
    if (options.budgets == nullptr) return notes;
    for (const gate::Budget& budget : options.budgets->list)
        if (!history::isTold(budget)) untold.push_back(budgetName(budget));
    const std::pair<const char*, std::vector<std::string>> open[] = {
        {"tables of survey do not tell what these budgets are of: ", untold},
        {"no series tells what these budgets are of, and they fail: ", unheldBudgets(series, *options.budgets, false)},
        {"no series tells what these budgets are of: ", unheldBudgets(series, *options.budgets, true)}};
    for (const auto& [why, names] : open)
        if (!names.empty()) notes.push_back(why + joined(names, ", "));
    return notes;
}

}  // namespace

Json historyDocument(const std::vector<HistoryTable>& tables, const std::vector<Series>& series,
                     const history::HistoryOptions& options, bool& failed) {
    const gate::Budgets* const budgets = options.budgets;
    const auto tableJson = [](const HistoryTable& one) {
        return object(F("path", validName(one.path)), F("name", validName(one.name)), F("rows", one.read.rows),
                      F("unread_cells", countUnread(one.read)));
    };
    std::vector<Json> findings;
    Json list = Json::array();
    std::size_t points = 0, bad = 0, fails = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        Json rows = SeriesFindings(series[i], i).rows();
        list.push_back(seriesJson(series[i], rows.size()));
        for (Json& row : rows) findings.push_back(std::move(row));
        points += series[i].points.size();
        bad += series[i].state() == findings::Verdict::Differ ? 1U : 0U;
        fails += series[i].fails() ? 1U : 0U;
    }
    const std::size_t unheld = budgets == nullptr ? 0 : unheldBudgets(series, *budgets, false).size();
    failed = fails > 0 || unheld > 0;
    std::ranges::stable_sort(findings, {}, historyOrder);
    return object(F("schema", "etscope.history/1"), F("files", Json::array()), F("tables", listOf(tables, tableJson)),
                  F("budgets", budgets == nullptr ? Json(nullptr) : Json(validName(budgets->path))), F("series", std::move(list)),
                  F("findings", Json(std::move(findings))),
                  F("summary", object(F("tables", tables.size()), F("series", series.size()), F("exports", points), F("bad", bad),
                                      F("fails", fails), F("unheld", unheld))),
                  F("passed", !failed), F("notes", notesOf(tables, series, options)), F("diagnostics", Json::array()));
}

}  // namespace etscope::report
