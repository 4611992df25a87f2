#include "history/history.h"

#include <algorithm>
#include <cmath>

#include "history/limits.h"
#include "history/ordering.h"
#include "history/points.h"

namespace etscope::history {
namespace {

using findings::Verdict;
using gate::Unit;
using tensor::Worse;

constexpr MeasureFacts kFacts[] = {
    {Measure::Kl, "kl", "KL", Unit::Nats, Worse::Larger, "further off", "closer", false},
    {Measure::MaxAbs, "max_abs", "largest difference", Unit::None, Worse::Larger, "further off", "closer", false},
    {Measure::SnrDb, "snr_db", "signal over noise", Unit::Decibel, Worse::Smaller, "further off", "closer", false},
    {Measure::TokensStay, "tokens_stay", "tokens that stay", Unit::Share, Worse::Smaller, "fewer", "more", false},
    {Measure::Latency, "p50_ticks", "median time", Unit::Ticks, Worse::Larger, "slower", "faster", false},
    {Measure::ProgramBytes, "program_bytes", "program", Unit::Bytes, Worse::Larger, "bigger", "smaller", true},
    {Measure::WeightBytes, "weight_bytes", "weights", Unit::Bytes, Worse::Larger, "bigger", "smaller", true},
    {Measure::MemoryBytes, "memory_bytes", "planned memory", Unit::Bytes, Worse::Larger, "more", "less", true},
    {Measure::Kernels, "kernels", "kernel calls", Unit::Count, Worse::Larger, "more", "fewer", true},
    {Measure::DelegateCalls, "delegate_calls", "delegate calls", Unit::Count, Worse::Larger, "more", "fewer", true},
};
static_assert(std::size(kFacts) == kMeasures);
constexpr std::string_view kOrderWords[] = {"given", "started", "executorch", "torch", "export_torch", "etscope"};

struct ChangeColumn {
    std::string_view column;
    std::string Point::*text;
};
constexpr ChangeColumn kChangeColumns[] = {{"backends", &Point::backends}, {"executorch", &Point::executorch},
                                           {"torch", &Point::torch},       {"export_torch", &Point::exportTorch},
                                           {"etscope", &Point::etscope},   {"system", &Point::system}};

bool isLost(double value, Worse worse) {
    return !std::isfinite(value) && !(worse == Worse::Smaller && value > 0);  // nothing is as far above its noise as infinity
}

std::vector<Lost> lostOf(std::span<const std::optional<double>> values, Worse worse) {
    std::vector<Lost> lost;
    std::optional<std::size_t> finite;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) continue;
        const bool open = !lost.empty() && !lost.back().again;
        if (!isLost(*values[i], worse)) {
            if (open) lost.back().again = i;
            finite = i;
        } else if (!open && finite) {
            lost.push_back({*finite, i, {}});
        }
    }
    return lost;
}

Course courseOf(const Series& series, const MeasureFacts& facts) {
    Course course;
    course.measure = facts.measure;
    std::vector<double> places, days, values;
    std::vector<std::optional<double>> all;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        const auto& value = series.points[i].of(facts.measure);
        all.push_back(value);
        if (!value || !std::isfinite(*value)) continue;
        if (!course.first) course.first = i;
        course.last = i;
        ++course.known;
        places.push_back(static_cast<double>(i)), values.push_back(*value);
        if (const auto day = series.order == "started" ? daysOf(series.points[i].started) : std::nullopt) days.push_back(*day);
    }
    course.alongDays = !values.empty() && days.size() == values.size();
    course.trended = std::min(values.size(), limits::kMaxTrendPoints);
    const std::size_t from = values.size() - course.trended;
    course.trend = theilSen(std::span(course.alongDays ? days : places).subspan(from), std::span(values).subspan(from));
    course.steps = facts.isCounted ? countedSteps(all) : scatteredSteps(all);
    course.lost = lostOf(all, facts.worse);
    return course;
}

}  // namespace

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

std::vector<Course> coursesOf(const Series& series) {
    std::vector<Course> courses;
    for (const MeasureFacts& facts : kFacts)
        if (Course course = courseOf(series, facts); course.known > 0) courses.push_back(std::move(course));
    return courses;
}
bool Series::fails() const noexcept {
    const bool bad = !breaks.empty() && !breaks.back().goodAgain;
    return bad || std::ranges::any_of(gates, &GateCourse::fails);
}

std::span<const MeasureFacts> measureFacts() noexcept { return kFacts; }
std::span<const std::string_view> orderColumns() noexcept { return kOrderWords; }

}  // namespace etscope::history
