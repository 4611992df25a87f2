#include "history/points.h"

#include <algorithm>
#include <cmath>

#include "history/ordering.h"

namespace etscope::history {
namespace {

using findings::Verdict;
using tensor::Worse;

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

}  // namespace

bool isEarlier(std::string_view left, std::string_view right) {
    const auto a = daysOf(left), b = daysOf(right);
    return a && b ? *a < *b : nameBefore(left, right);
}

void merge(Point& into, const Point& from) {
    // That nobody ran something says nothing beside those that did.
    const auto isSilent = [](const Point& point) {
        return point.runs == 0 && point.state == Verdict::Unknown && point.error.empty();
    };
    if (isSilent(into) && !isSilent(from)) into.state = Verdict::Match;
    if (!isSilent(from) || isSilent(into)) takeState(into, from);
    into.runs += from.runs;
    into.tokens += from.tokens, into.stay += from.stay;
    for (const MeasureFacts& facts : measureFacts()) {
        const auto at = static_cast<std::size_t>(facts.measure);
        takeWorse(into.values[at], from.values[at], facts.worse);
    }
    if (!from.started.empty() && (into.started.empty() || isEarlier(from.started, into.started))) into.started = from.started;
    for (std::string Point::*text : {&Point::program, &Point::backends, &Point::executorch, &Point::torch, &Point::exportTorch,
                                     &Point::etscope, &Point::system, &Point::programHash, &Point::exportId, &Point::error})
        takeText(into.*text, from.*text);
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
    if (!row.error.empty() && point.state == Verdict::Match) point.state = Verdict::Unknown;  // of what could be read
    point.runs = row.run ? 1 : 0;
    if (row.tokens && row.stay) point.tokens = *row.tokens, point.stay = *row.stay;
    point.values = {row.kl,           row.maxAbs,      row.snrDb,       std::nullopt, row.p50,
                    row.programBytes, row.weightBytes, row.memoryBytes, row.kernels,  row.delegateCalls};
    return point;
}
bool isSame(const Point& left, const Point& right) {
    const auto same = [](const std::optional<double>& a, const std::optional<double>& b) {
        return a == b || (a && b && std::isnan(*a) && std::isnan(*b));
    };
    return !left.started.empty() && left.session == right.session && left.started == right.started && left.name == right.name &&
           left.programHash == right.programHash && left.state == right.state && left.runs == right.runs &&
           left.tokens == right.tokens && left.stay == right.stay && std::ranges::equal(left.values, right.values, same);
}

}  // namespace etscope::history
