#include "history/history.h"

#include <re2/re2.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/escaped.h"
#include "base/number_text.h"
#include "history/limits.h"

namespace etscope::history {
namespace {

using findings::Verdict;
using gate::Unit;
using tensor::Worse;

constexpr MeasureFacts kFacts[] = {
    {Measure::Kl, "kl", "KL", Unit::Nats, Worse::Larger, "further off"},
    {Measure::MaxAbs, "max_abs", "largest difference", Unit::None, Worse::Larger, "further off"},
    {Measure::SnrDb, "snr_db", "signal over noise", Unit::Decibel, Worse::Smaller, "further off"},
    {Measure::TokensStay, "tokens_stay", "tokens that stay", Unit::Share, Worse::Smaller, "fewer tokens stay"},
    {Measure::Latency, "p50_ticks", "median time", Unit::Ticks, Worse::Larger, "slower"},
    {Measure::ProgramBytes, "program_bytes", "program", Unit::Bytes, Worse::Larger, "bigger"},
    {Measure::WeightBytes, "weight_bytes", "weights", Unit::Bytes, Worse::Larger, "bigger"},
    {Measure::MemoryBytes, "memory_bytes", "planned memory", Unit::Bytes, Worse::Larger, "more memory"},
    {Measure::Kernels, "kernels", "kernel calls", Unit::Count, Worse::Larger, "more kernel calls"},
    {Measure::DelegateCalls, "delegate_calls", "delegate calls", Unit::Count, Worse::Larger, "more delegate calls"},
};
static_assert(std::size(kFacts) == kMeasures);

struct OrderColumn {
    std::string_view column;
    std::string Point::*text;
};
constexpr OrderColumn kOrderColumns[] = {{"started", &Point::started},
                                         {"executorch", &Point::executorch},
                                         {"torch", &Point::torch},
                                         {"export_torch", &Point::exportTorch},
                                         {"etscope", &Point::etscope}};
constexpr std::string_view kOrderWords[] = {"given", "started", "executorch", "torch", "export_torch", "etscope"};

struct ChangeColumn {
    std::string_view column;
    std::string Point::*text;
};
constexpr ChangeColumn kChangeColumns[] = {{"backends", &Point::backends}, {"executorch", &Point::executorch},
                                           {"torch", &Point::torch},       {"export_torch", &Point::exportTorch},
                                           {"etscope", &Point::etscope},   {"system", &Point::system}};

struct Key {
    std::string variant, member, method, device, target;
    friend auto operator<=>(const Key&, const Key&) = default;
    bool ofNoDevice() const noexcept { return device.empty() && target.empty(); }
    auto model() const { return std::tie(variant, member, method); }
};

/// A session that nobody could open: it is a gap in every series of its variant.
struct Unopened {
    std::string variant;
    Point point;
};

using PointPlace = std::pair<std::size_t, std::string>;
PointPlace placeOf(const Point& point) { return {point.table, point.session}; }

struct Found {
    std::vector<Point> points;
    std::map<PointPlace, std::size_t> places;

    Point& at(const Point& point) {
        const auto [hit, isNew] = places.emplace(placeOf(point), points.size());
        if (isNew) points.push_back(point);
        return points[hit->second];
    }
};

Verdict verdictOf(std::string_view word) {
    for (const Verdict one : {Verdict::Match, Verdict::Differ})
        if (findings::verdictName(one) == word) return one;
    return Verdict::Unknown;
}

void takeWorse(std::optional<double>& worst, const std::optional<double>& value, Worse worse) {
    if (!value) return;
    const bool isWorse = !worst || std::isnan(*value) || (worse == Worse::Larger ? *value > *worst : *value < *worst);
    if (isWorse && !(worst && std::isnan(*worst))) worst = value;
}

void takeText(std::string& known, const std::string& more) {
    if (known.empty()) known = more;
}

/// What is said of the worst of several runs stays together.
void takeState(Point& into, const Point& from) {
    if (from.state > into.state || (into.cause.empty() && from.state == into.state)) {
        into.cause = from.cause, into.node = from.node, into.source = from.source, into.sentence = from.sentence;
    }
    into.state = std::max(into.state, from.state);
}

void merge(Point& into, const Point& from) {
    // That nobody ran something says nothing beside those that did.
    const auto isSilent = [](const Point& point) { return point.runs == 0 && point.state == Verdict::Unknown; };
    if (isSilent(into) && !isSilent(from)) into.state = Verdict::Match;
    if (!isSilent(from) || isSilent(into)) takeState(into, from);
    into.runs += from.runs;
    into.tokens += from.tokens, into.stay += from.stay;
    for (const MeasureFacts& facts : kFacts) {
        const auto at = static_cast<std::size_t>(facts.measure);
        takeWorse(into.values[at], from.values[at], facts.worse);
    }
    if (!from.started.empty() && (into.started.empty() || from.started < into.started)) into.started = from.started;
    for (std::string Point::*text : {&Point::program, &Point::backends, &Point::executorch, &Point::torch, &Point::exportTorch,
                                     &Point::etscope, &Point::system, &Point::programHash, &Point::exportId, &Point::error})
        takeText(into.*text, from.*text);
}

/// Bytes and counts, where they can be some.
std::optional<double> amountOf(const std::optional<double>& value) {
    return value && *value >= 0 && *value <= 9007199254740992.0 ? value : std::nullopt;
}

Point pointOf(const TableRow& row, std::size_t table) {
    Point point;
    point.table = table;
    point.session = row.session;
    point.program = row.program, point.started = row.started, point.cause = row.cause, point.node = row.node;
    point.source = row.source, point.sentence = row.sentence, point.error = row.error, point.backends = row.backends;
    point.executorch = row.executorch, point.torch = row.torch, point.exportTorch = row.exportTorch, point.etscope = row.etscope;
    point.system = row.system, point.programHash = row.programHash, point.exportId = row.exportId;
    point.state = verdictOf(row.state);
    point.runs = row.run ? 1 : 0;
    if (amountOf(row.tokens) && amountOf(row.stay)) point.tokens = *row.tokens, point.stay = std::min(*row.stay, *row.tokens);
    point.values = {row.kl,
                    row.maxAbs,
                    row.snrDb,
                    std::nullopt,
                    amountOf(row.p50),
                    amountOf(row.programBytes),
                    amountOf(row.weightBytes),
                    amountOf(row.memoryBytes),
                    amountOf(row.kernels),
                    amountOf(row.delegateCalls)};
    return point;
}

/// Days since 1970 of "2026-11-30T16:24:33Z".
std::optional<double> daysOf(std::string_view text) {
    if (text.size() < 19 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':') return {};
    std::array<std::int64_t, 6> part{};
    constexpr std::pair<std::size_t, std::size_t> kParts[] = {{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}};
    for (std::size_t i = 0; i < part.size(); ++i) {
        const auto number = parseInt(text.substr(kParts[i].first, kParts[i].second));
        if (!number || *number < 0) return {};
        part[i] = *number;
    }
    using namespace std::chrono;
    const year_month_day day{year{static_cast<int>(part[0])}, month{static_cast<unsigned>(part[1])},
                             std::chrono::day{static_cast<unsigned>(part[2])}};
    if (!day.ok() || part[3] > 23 || part[4] > 59 || part[5] > 60) return {};
    const auto seconds = static_cast<double>(part[3] * 3600 + part[4] * 60 + part[5]);
    return static_cast<double>(sys_days{day}.time_since_epoch().count()) + seconds / 86400;
}

/// "1.10.2" behind "1.9": digits count as numbers.
bool naturallyBefore(std::string_view left, std::string_view right) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    while (!left.empty() && !right.empty()) {
        if (!isDigit(left.front()) || !isDigit(right.front())) {
            if (left.front() != right.front()) return left.front() < right.front();
            left.remove_prefix(1), right.remove_prefix(1);
            continue;
        }
        const auto number = [&](std::string_view& text) {
            while (text.size() > 1 && text.front() == '0' && isDigit(text[1])) text.remove_prefix(1);
            const auto end = std::ranges::find_if_not(text, isDigit) - text.begin();
            const std::string_view digits = text.substr(0, static_cast<std::size_t>(end));
            text.remove_prefix(static_cast<std::size_t>(end));
            return digits;
        };
        const std::string_view a = number(left), b = number(right);
        if (a.size() != b.size()) return a.size() < b.size();
        if (a != b) return a < b;
    }
    return left.empty() && !right.empty();
}

std::vector<Break> breaksOf(const std::vector<Point>& points) {
    std::vector<Break> breaks;
    std::optional<std::size_t> lastGood;
    std::size_t unknown = 0;
    bool open = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].state == Verdict::Unknown) {
            ++unknown;
        } else if (points[i].state == Verdict::Match) {
            if (open) breaks.back().goodAgain = i;
            open = false;
            lastGood = i, unknown = 0;
        } else if (!open) {
            breaks.push_back({lastGood, i, unknown, {}});
            open = true;
        }
    }
    return breaks;
}

std::vector<Change> changesOf(const std::vector<Point>& points) {
    std::vector<Change> changes;
    for (const ChangeColumn& column : kChangeColumns) {
        std::optional<std::string> last;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const std::string& text = points[i].*column.text;
            // A plan without delegates has no backend; of what has no plan none is known.
            const bool isKnown = !text.empty() || (column.column == "backends" && points[i].of(Measure::DelegateCalls));
            if (!isKnown) continue;
            if (last && *last != text) changes.push_back({i, column.column, *last, text});
            last = text;
        }
    }
    std::ranges::stable_sort(changes, {}, &Change::at);
    return changes;
}

/// Where points stand for slopes: days where the order is that of times, else one behind the other.
std::vector<double> positionsOf(const Series& series) {
    std::vector<double> positions;
    for (const Point& point : series.points) {
        const auto days = series.order == "started" ? daysOf(point.started) : std::nullopt;
        positions.push_back(days.value_or(static_cast<double>(positions.size())));
    }
    return positions;
}

std::vector<Course> coursesOf(const Series& series) {
    std::vector<Course> courses;
    const std::vector<double> positions = positionsOf(series);
    for (const MeasureFacts& facts : kFacts) {
        Course course{facts.measure, 0, {}, {}, {}, {}};
        std::vector<double> places, values;
        std::vector<std::optional<double>> all;
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const auto& value = series.points[i].of(facts.measure);
            all.push_back(value);
            if (!value || !std::isfinite(*value)) continue;
            if (!course.first) course.first = i;
            course.last = i;
            ++course.known;
            places.push_back(positions[i]), values.push_back(*value);
        }
        if (course.known == 0) continue;
        const std::size_t from = values.size() - std::min(values.size(), limits::kMaxTrendPoints);
        course.trend = theilSen(std::span(places).subspan(from), std::span(values).subspan(from));
        course.steps = stepsOf(all);
        courses.push_back(std::move(course));
    }
    return courses;
}

}  // namespace

struct Collector::State {
    HistoryOptions options;
    std::unique_ptr<re2::RE2> pattern;
    std::vector<std::string> tables;
    std::map<Key, Found> found;
    std::vector<Unopened> unopened;
    std::size_t points = 0;

    /// The variant and, where the pattern tells it, the name of the export.
    std::pair<std::string, std::string> namesOf(const TableRow& row) const {
        const std::string& folder = row.folder.empty() ? row.session : row.folder;
        re2::StringPiece groups[2];
        const int wanted = pattern != nullptr ? 1 + std::min(1, pattern->NumberOfCapturingGroups()) : 0;
        if (wanted == 0 || !pattern->Match(folder, 0, folder.size(), re2::RE2::UNANCHORED, groups, wanted)) return {folder, {}};
        const re2::StringPiece name = wanted == 2 && !groups[1].empty() ? groups[1] : groups[0];
        const auto begin = static_cast<std::size_t>(groups[0].data() - folder.data());
        std::string variant = folder.substr(0, begin) + folder.substr(begin + groups[0].size());
        while (variant.starts_with('/')) variant.erase(0, 1);
        while (variant.ends_with('/')) variant.pop_back();
        return {variant.empty() ? "." : variant, std::string(name)};
    }

    void joinDevices();
    void addUnopened();
    void order(Series& series) const;
    void name(Series& series) const;
};

/// What was recorded without a device belongs to the only one that there is.
void Collector::State::joinDevices() {
    for (auto at = found.begin(); at != found.end();) {
        auto end = at;
        while (end != found.end() && end->first.model() == at->first.model()) ++end;
        const bool two = std::distance(at, end) == 2 && at->first.ofNoDevice();
        if (two) {
            Found& into = std::next(at)->second;
            for (const Point& point : at->second.points)
                if (const auto hit = into.places.find(placeOf(point)); hit != into.places.end())
                    merge(into.points[hit->second], point);
                else
                    into.at(point);
            found.erase(at);
        }
        at = end;
    }
}

void Collector::State::addUnopened() {
    std::set<std::string> variants;
    for (const auto& [key, series] : found) variants.insert(key.variant);
    std::map<std::string, std::vector<const Point*>> gaps;
    for (const Unopened& one : unopened) {
        gaps[one.variant].push_back(&one.point);
        if (variants.insert(one.variant).second) found[{one.variant, {}, {}, {}, {}}];
    }
    for (auto& [key, series] : found)
        if (const auto hit = gaps.find(key.variant); hit != gaps.end())
            for (const Point* point : hit->second) series.at(*point);
}

void Collector::State::order(Series& series) const {
    const auto all = [&](std::string Point::*text) {
        return std::ranges::none_of(series.points, [&](const Point& point) { return (point.*text).empty(); });
    };
    const auto sort = [&](std::string Point::*text) { std::ranges::stable_sort(series.points, naturallyBefore, text); };
    std::ranges::stable_sort(series.points, {}, &Point::table);
    const auto* chosen = std::ranges::find(kOrderColumns, std::string_view(options.order), &OrderColumn::column);
    series.order = "given";
    if (chosen != std::end(kOrderColumns)) {
        if (!all(chosen->text)) return;
        series.order = chosen->column;
        return sort(chosen->text);
    }
    if (options.order == "given") return;
    if (all(&Point::name)) {
        series.order = "export";
        return sort(&Point::name);
    }
    if (!all(&Point::started)) return;
    series.order = "started";
    sort(&Point::started);
}

/// By the pattern, else the table where each has one point, else the session.
void Collector::State::name(Series& series) const {
    std::map<std::size_t, std::size_t> ofTable;
    for (const Point& point : series.points) ++ofTable[point.table];
    for (Point& point : series.points)
        if (point.name.empty()) point.name = tables.size() > 1 && ofTable[point.table] == 1 ? tables[point.table] : point.session;
}

Collector::Collector(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Collector::~Collector() = default;
Collector::Collector(Collector&&) noexcept = default;

Result<Collector> Collector::make(const HistoryOptions& options) {
    auto state = std::make_unique<State>();
    state->options = options;
    if (!options.pattern.empty()) {
        re2::RE2::Options quiet;
        quiet.set_log_errors(false);
        state->pattern = std::make_unique<re2::RE2>(options.pattern, quiet);
        if (!state->pattern->ok())
            return fail("usage", "the pattern \"" + escaped(options.pattern) + "\" is none: " + state->pattern->error());
    }
    return Collector(std::move(state));
}

void Collector::beginTable(std::string name) { m_state->tables.push_back(std::move(name)); }

Result<void> Collector::take(const TableRow& row) {
    const auto [variant, name] = m_state->namesOf(row);
    Point point = pointOf(row, m_state->tables.size() - 1);
    point.name = name;
    if (m_state->points >= limits::kMaxHistoryPoints)
        return fail("limit-exceeded", "there are more than 500,000 exports of methods on devices");
    if (!row.error.empty() && row.method.empty() && row.member.empty()) {
        m_state->unopened.push_back({variant, std::move(point)});
        ++m_state->points;
        return {};
    }
    Found& found = m_state->found[{variant, row.member, row.method, row.device, row.target}];
    const std::size_t before = found.points.size();
    Point& known = found.at(point);
    if (found.points.size() == before)
        merge(known, point);
    else
        ++m_state->points;
    return {};
}

Result<std::vector<Series>> Collector::finish(const JobContext& job) && {
    m_state->joinDevices();
    m_state->addUnopened();
    std::vector<Series> all;
    for (auto& [key, found] : m_state->found) {
        if (job.cancelled()) return cancelledFailure();
        Series series;
        series.variant = key.variant, series.member = key.member, series.method = key.method;
        series.device = key.device, series.target = key.target;
        series.points = std::move(found.points);
        constexpr auto kStay = static_cast<std::size_t>(Measure::TokensStay);
        for (Point& point : series.points)
            if (point.tokens > 0) point.values[kStay] = point.stay / point.tokens;
        m_state->order(series);
        m_state->name(series);
        series.breaks = breaksOf(series.points);
        series.changes = changesOf(series.points);
        series.courses = coursesOf(series);
        if (m_state->options.budgets != nullptr)
            series.gates = gateCourses(series, *m_state->options.budgets, m_state->options.ticksPerSecond);
        all.push_back(std::move(series));
        job.report(static_cast<double>(all.size()) / static_cast<double>(m_state->found.size()));
    }
    return all;
}

bool Series::fails() const noexcept {
    const bool bad = !breaks.empty() && !breaks.back().goodAgain;
    return bad || std::ranges::any_of(gates, &GateCourse::fails);
}

std::span<const MeasureFacts> measureFacts() noexcept { return kFacts; }
std::span<const std::string_view> orderColumns() noexcept { return kOrderWords; }

}  // namespace etscope::history
