// How series are made of rows, table by table. Rules: docs/FORMATS.md "History".
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "base/escaped.h"
#include "history/history.h"
#include "history/limits.h"
#include "history/ordering.h"
#include "history/points.h"

namespace etscope::history {
namespace {

struct OrderColumn {
    std::string_view column;
    std::string Point::*text;
    TextOrder order;
};
constexpr std::array kOrderColumns{
    OrderColumn{"started", &Point::started, TextOrder::Times}, OrderColumn{"executorch", &Point::executorch, TextOrder::Versions},
    OrderColumn{"torch", &Point::torch, TextOrder::Versions}, OrderColumn{"export_torch", &Point::exportTorch, TextOrder::Versions},
    OrderColumn{"etscope", &Point::etscope, TextOrder::Versions}};
constexpr OrderColumn kByName{"export", &Point::name, TextOrder::Names};

struct Key {
    std::string variant;
    bool isNamed = false;  ///< the pattern names its exports
    std::string member, method, device, target;
    friend auto operator<=>(const Key&, const Key&) = default;
    bool ofNoDevice() const noexcept { return device.empty() && target.empty(); }
    auto model() const { return std::tie(variant, isNamed, member, method); }
};

/// A session that nobody could open: it is a gap in every series of its variant, and of its program where that is told.
struct Unopened {
    std::string variant, member;
    Point point;

    bool isOf(const Key& key) const {
        return key.variant == variant && key.isNamed == !point.name.empty() && (member.empty() || key.member == member);
    }
};

using PointPlace = std::pair<std::size_t, std::string>;
PointPlace placeOf(const Point& point) { return {point.table, point.session}; }

struct Found {
    std::vector<Point> points;
    std::map<PointPlace, std::size_t> places;

    /// False: it is a further run of a point that was there.
    bool take(const Point& point) {
        const auto [hit, isNew] = places.emplace(placeOf(point), points.size());
        isNew ? points.push_back(point) : merge(points[hit->second], point);
        return isNew;
    }
};

/// What all points of one export have in common, whatever series they are of.
std::string exportOf(const Point& point) { return point.name.empty() ? "#" + std::to_string(point.table) : "=" + point.name; }

/// Groups that grow together.
class Groups {
public:
    explicit Groups(std::size_t count) : m_parent(count) { std::iota(m_parent.begin(), m_parent.end(), std::size_t{0}); }
    std::size_t of(std::size_t one) {
        while (m_parent[one] != one) one = m_parent[one] = m_parent[m_parent[one]];
        return one;
    }
    void join(std::size_t one, std::size_t other) { m_parent[of(one)] = of(other); }

private:
    std::vector<std::size_t> m_parent;
};

}  // namespace

struct Collector::State {
    HistoryOptions options;
    std::unique_ptr<re2::RE2> pattern;
    std::vector<std::string> tables;
    std::set<std::size_t> emptyTables;
    std::map<Key, Found> found;
    std::vector<Unopened> unopened;
    std::map<std::string, std::array<std::string, kOrderColumns.size()>> texts;  ///< by export: what its sessions tell of an order
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
    Result<void> addAbsent();
    void readTexts();
    const std::string& textOf(const Point& point, const OrderColumn& column) const;
    void order(Series& series) const;
    void sort(Series& series, const OrderColumn& column) const;
    void name(Series& series) const;
};

/// What nobody ran (sizes of an export) belongs to the only device that there is; of a run that tells none nobody knows.
void Collector::State::joinDevices() {
    for (auto at = found.begin(); at != found.end();) {
        auto end = at;
        while (end != found.end() && end->first.model() == at->first.model()) ++end;
        const bool two = std::distance(at, end) == 2 && at->first.ofNoDevice();
        if (two) {
            Found rest, &into = std::next(at)->second;
            for (const Point& point : at->second.points)
                if (point.runs > 0 || point.state != findings::Verdict::Unknown)
                    rest.take(point);
                else
                    into.take(point);
            rest.points.empty() ? void(found.erase(at)) : void(at->second = std::move(rest));
        }
        at = end;
    }
}

void Collector::State::addUnopened() {
    for (const Unopened& one : unopened) {
        // Keys begin with the variant.
        auto at = found.lower_bound({one.variant, false, {}, {}, {}, {}});
        bool any = false;
        for (; at != found.end() && at->first.variant == one.variant; ++at)
            if (one.isOf(at->first)) at->second.take(one.point), any = true;
        if (!any) found[{one.variant, !one.point.name.empty(), one.member, {}, {}, {}}].take(one.point);
    }
}

/// Exports that have something of what stood beside the series in another export, and nothing of the series. Errors:
/// `limit-exceeded`.
Result<void> Collector::State::addAbsent() {
    struct Export {
        std::size_t table;
        std::string name;
        std::size_t group;
    };
    std::map<std::string, Export> exports;
    Groups groups(found.size() + points + emptyTables.size());
    std::size_t number = 0, next = found.size();
    for (const auto& [key, series] : found) {
        for (const Point& point : series.points) {
            const auto [hit, isNew] = exports.try_emplace(exportOf(point), Export{point.table, point.name, next});
            if (isNew) ++next;
            groups.join(number, hit->second.group);
        }
        ++number;
    }
    std::map<std::size_t, std::vector<const Export*>> ofGroup;
    for (const auto& [name, one] : exports) ofGroup[groups.of(one.group)].push_back(&one);
    number = 0;
    for (auto& [key, series] : found) {
        std::set<std::string> own;
        for (const Point& point : series.points) own.insert(exportOf(point));
        std::vector<Point> absent;
        const auto add = [&own, &absent](std::size_t table, const std::string& name) {
            Point point;
            point.table = table, point.name = name, point.isAbsent = true;
            if (!own.contains(exportOf(point))) absent.push_back(std::move(point));
        };
        for (const Export* one : ofGroup[groups.of(number)]) add(one->table, one->name);
        if (!key.isNamed)
            for (const std::size_t table : emptyTables) add(table, {});
        points += absent.size();
        if (points > limits::kMaxHistoryPoints)
            return fail("limit-exceeded", "there are more than 500,000 exports of methods on devices");
        series.points.insert(series.points.end(), std::make_move_iterator(absent.begin()), std::make_move_iterator(absent.end()));
        ++number;
    }
    return {};
}

/// The earliest time of an export; a version where all of it have the same.
void Collector::State::readTexts() {
    std::set<std::pair<std::string, std::size_t>> unlike;
    for (const auto& [key, series] : found)
        for (const Point& point : series.points)
            for (std::size_t i = 0; i < kOrderColumns.size(); ++i) {
                const std::string& text = point.*kOrderColumns[i].text;
                if (text.empty()) continue;
                std::string& known = texts[exportOf(point)][i];
                const bool times = kOrderColumns[i].order == TextOrder::Times;
                if (!times && !known.empty() && known != text) unlike.emplace(exportOf(point), i);
                if (known.empty() || (times && isEarlier(text, known))) known = text;
            }
    for (const auto& [name, column] : unlike) texts[name][column].clear();
}

/// Of a point that does not tell it itself, what its export tells.
const std::string& Collector::State::textOf(const Point& point, const OrderColumn& column) const {
    const std::string& own = point.*column.text;
    const auto hit = own.empty() ? texts.find(exportOf(point)) : texts.end();
    const auto* known = std::ranges::find(kOrderColumns, column.column, &OrderColumn::column);
    return hit != texts.end() && known != kOrderColumns.end() ? hit->second[static_cast<std::size_t>(known - kOrderColumns.begin())]
                                                              : own;
}

void Collector::State::sort(Series& series, const OrderColumn& column) const {
    std::vector<std::string_view> told;
    for (const Point& point : series.points) told.push_back(textOf(point, column));
    const TextsInOrder order = textsInOrder(told, column.order);
    series.order = column.column;
    series.untold = order.untold;
    std::vector<Point> sorted;
    for (const std::size_t place : order.places) sorted.push_back(std::move(series.points[place]));
    series.points = std::move(sorted);
}

/// By the column that is asked for where any point tells it; else by names, else by times where all that is known of has them.
void Collector::State::order(Series& series) const {
    std::ranges::stable_sort(series.points, {}, &Point::table);
    const auto tells = [&](const OrderColumn& column) {
        return [&](const Point& point) { return !textOf(point, column).empty(); };
    };
    const auto isSilent = [&](const Point& point) {
        return point.isAbsent || !point.error.empty() || tells(kOrderColumns[0])(point);
    };
    const auto* chosen = std::ranges::find(kOrderColumns, std::string_view(options.order), &OrderColumn::column);
    series.order = "given";
    if (chosen != kOrderColumns.end()) {
        if (std::ranges::any_of(series.points, tells(*chosen))) sort(series, *chosen);
    } else if (options.order != "given") {
        if (series.isNamed)
            sort(series, kByName);
        else if (std::ranges::any_of(series.points, tells(kOrderColumns[0])) && std::ranges::all_of(series.points, isSilent))
            sort(series, kOrderColumns[0]);
    }
    // What an export has that was there before the series began says nothing.
    const auto first = std::ranges::find(series.points, false, &Point::isAbsent);
    series.points.erase(series.points.begin(), first);
}

/// Points that several tables have count once.
void dropRepeated(Series& series) {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> kept;
    std::vector<Point> points;
    for (Point& point : series.points) {
        auto& others = kept[{point.session, point.started}];
        if (std::ranges::any_of(others, [&](std::size_t at) { return isSame(points[at], point); })) {
            ++series.repeated;
            continue;
        }
        if (others.size() < 4) others.push_back(points.size());
        points.push_back(std::move(point));
    }
    series.points = std::move(points);
}

/// What the pattern gives one name is one export, the worst of all.
void joinNames(Series& series) {
    std::map<std::string, std::size_t> places;
    std::vector<Point> points;
    for (Point& point : series.points) {
        const auto [hit, isNew] = places.emplace(point.name, points.size());
        if (isNew || point.name.empty())
            points.push_back(std::move(point));
        else
            merge(points[hit->second], point), ++series.joined;
    }
    series.points = std::move(points);
}

/// By the pattern, else the table where each has one point, else the session.
void Collector::State::name(Series& series) const {
    std::map<std::size_t, std::size_t> ofTable;
    for (const Point& point : series.points) ++ofTable[point.table];
    for (Point& point : series.points)
        if (point.name.empty())
            point.name = point.isAbsent || (tables.size() > 1 && ofTable[point.table] == 1) ? tables[point.table] : point.session;
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

void Collector::beginTable(std::string name) {
    m_state->emptyTables.insert(m_state->tables.size());
    m_state->tables.push_back(std::move(name));
}

Result<void> Collector::take(const TableRow& row) {
    const auto [variant, name] = m_state->namesOf(row);
    Point point = pointOf(row, m_state->tables.size() - 1);
    point.name = name;
    m_state->emptyTables.erase(point.table);
    if (m_state->points >= limits::kMaxHistoryPoints)
        return fail("limit-exceeded", "there are more than 500,000 exports of methods on devices");
    if (!row.error.empty() && row.method.empty() && !row.run) {
        m_state->unopened.push_back({variant, row.member, std::move(point)});
        ++m_state->points;
        return {};
    }
    m_state->points +=
        m_state->found[{variant, !name.empty(), row.member, row.method, row.device, row.target}].take(point) ? 1U : 0U;
    return {};
}

Result<std::vector<Series>> Collector::finish(const JobContext& job) && {
    m_state->joinDevices();
    m_state->addUnopened();
    if (const auto added = m_state->addAbsent(); !added) return added.failure();
    m_state->readTexts();
    std::vector<Series> all;
    for (auto& [key, found] : m_state->found) {
        if (job.cancelled()) return cancelledFailure();
        Series series;
        series.variant = key.variant, series.member = key.member, series.method = key.method;
        series.device = key.device, series.target = key.target;
        series.points = std::move(found.points);
        series.isNamed = key.isNamed;
        dropRepeated(series);
        joinNames(series);
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
    if (m_state->options.budgets != nullptr)
        if (const auto known = checkMethods(*m_state->options.budgets, all); !known) return known.failure();
    return all;
}

}  // namespace etscope::history
