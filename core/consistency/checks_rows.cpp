#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "consistency/checks.h"
#include "consistency/made_inputs.h"
#include "consistency/uses.h"

namespace etscope::consistency {

namespace {

constexpr std::int64_t kRows = 3;
constexpr std::int64_t kPaddedText = 9;

/// A normalisation over a batch: the graph itself says that the first axis is one. Invalid: there is none.
graph::NodeId batchNorm(const Subject& subject) {
    for (const graph::NodeId node : subject.model().top().nodes)
        if (operatorStem(subject.model(), node).find("batch_norm") != std::string::npos) return node;
    return {};
}

/// A batch of more rows than this may be positions of a text.
constexpr std::int64_t kFewRows = 8;

/// Whether rows that depend on each other are a fault. The first axis of pictures and of texts is a batch; of [rows, channels]
/// where it is short, or normalised over as training does; of three axes where a sum or a mean goes over it: what runs, scans and
/// attends along it takes it for a sequence.
bool isPlainlyBatch(const Subject& subject, const std::optional<Blame>& blame) {
    constexpr std::array<std::string_view, 16> kReductions{"mean",      "sum",      "var",      "std",
                                                           "amax",      "amin",     "max",      "min",
                                                           "norm",      "var_mean", "std_mean", "linalg_vector_norm",
                                                           "logsumexp", "prod",     "softmax",  "native_batch_norm"};
    if (batchNorm(subject).valid()) return true;
    bool reduces = false;
    if (blame) {
        const graph::NodeId node = subject.model().findNode(blame->first.node);
        const std::string stem = node.valid() ? operatorStem(subject.model(), node) : std::string();
        reduces = std::ranges::find(kReductions, stem) != kReductions.end() || stem.find("softmax") != std::string::npos;
    }
    const bool few = subject.batch.most > 0 && subject.batch.most <= kFewRows;
    return std::ranges::any_of(subject.inputs, [&](const InputRole& input) {
        if (input.batch != 0) return false;
        const std::size_t rank = sizesOf(subject.model(), input.value).size();
        return input.role == Role::Tokens || rank >= 4 || (rank == 3 && reduces) || (rank == 2 && few && reduces);
    });
}

Step rowsOf(const Bench& bench, std::int64_t first, std::int64_t rows) {
    Step step = bench.step(0, bench.callSize(5));
    step.firstRow = first;
    step.rows = rows;
    step.fresh = true;
    return step;
}

double apart(double a, double b) noexcept {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double d = std::abs(a - b);
    return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

/// A batch of a fixed size: one row is changed, the others are looked at.
void askFixedBatch(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    const std::int64_t rows = subject.batch.fixed;
    Trial trial;
    trial.left = {rowsOf(bench, 0, rows)};
    trial.right = trial.left;
    trial.right.front().changed = [](std::int64_t row, std::int64_t) { return row == 0; };
    trial.leftWords = Sentence::of("%1 rows", std::to_string(rows));
    trial.rightWords = Sentence::of("the same with another row 0: the other rows");
    trial.wholeRows = true;
    // rows are looked at one by one: a fixed size is no symbol that outputs name
    auto left = play(trial.left, {}, bench.budget(), bench.job());
    auto right = left ? play(trial.right, {}, bench.budget(), bench.job()) : Result<Way>(left.failure());
    if (!right) return (void)notSetUp(result, Sentence(right.error().message));
    const Disagreement found = rowsApart(*left, *right, rows);
    trial.fixedRows = rows;
    bench.remember(trial, *std::move(left), *std::move(right));
    result.difference = found.worst.most;
    result.compared = found.compared;
    const bool moved = found.differs();
    if (found.compared == 0) return (void)notSetUp(result, Sentence::of("no output has as many rows"));
    result.left = trial.leftWords;
    result.right = trial.rightWords;
    if (!moved) {
        result.state = State::Agree;
        result.reason = Sentence::of("no row depends on another");
        return;
    }
    if (const graph::NodeId norm = batchNorm(subject); norm.valid()) {
        result.state = State::Disagree;
        result.reason = Sentence::of("rows depend on each other: it normalises over the batch as training does");
        result.blame.emplace().first = placeOf(bench.method(), subject, norm, bench.job());
        return;
    }
    notSetUp(result, Sentence::of("rows depend on each other, and of %1 rows that are fixed nothing says that they are a batch",
                                  std::to_string(rows)));
}

}  // namespace

Disagreement rowsApart(const Way& left, const Way& right, std::int64_t rows) {
    Disagreement found;
    for (std::size_t o = 0; o < std::min(left.wide.front().outputs.size(), right.wide.front().outputs.size()); ++o) {
        const auto &a = left.wide.front().outputs[o], &b = right.wide.front().outputs[o];
        if (!a || !b || a->shape.empty() || a->shape.front() != rows || a->data.size() != b->data.size() || a->data.empty())
            continue;
        ++found.compared;
        const std::size_t each = a->data.size() / static_cast<std::size_t>(rows);
        Difference one{.comparable = true};
        for (const double x : a->data) one.scale = std::isfinite(x) ? std::max(one.scale, std::abs(x)) : one.scale;
        for (std::size_t i = each; i < a->data.size(); ++i) one.most = std::max(one.most, apart(a->data[i], b->data[i]));
        one.envelope = 1e-9 * one.scale;
        if (one.differs() && !found.first) found.first = Pair{}, found.firstOutput = o;
        if (found.compared > 1 && one.most <= found.worst.most) continue;
        found.worst = one;
        found.output = o;
    }
    return found;
}

void askBatch(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.batch.there) return (void)notApplicable(result, Sentence::of("no input has an axis of rows"));
    if (!subject.batch.symbolic()) {
        if (subject.batch.fixed < 2) return (void)notApplicable(result, Sentence::of("there is one row"));
        return askFixedBatch(bench, result);
    }
    const std::int64_t rows = subject.batch.most > 0 ? std::min(kRows, subject.batch.most) : kRows;
    if (rows < 2 || subject.batch.least > 1)
        return (void)notSetUp(result, Sentence::of("a call has %1 rows at least, and %2 at most",
                                                   std::to_string(subject.batch.least), std::to_string(rows)));
    Trial trial;
    trial.left = {rowsOf(bench, 0, rows)};
    for (std::int64_t row = 0; row < rows; ++row) trial.right.push_back(rowsOf(bench, row, 1));
    trial.leftWords = Sentence::of("%1 rows in one call", std::to_string(rows));
    trial.rightWords = Sentence::of("each row alone");
    trial.wholeRows = true;
    bench.tryOut(trial, result);
    if (result.state == State::Disagree && !isPlainlyBatch(subject, result.blame))
        notSetUp(result,
                 Sentence::of("rows depend on each other, and nothing says whether the first axis is a batch or a sequence"));
}

namespace {

/// How much of what is real moves with what is said in padding, of scores of attention; nothing: there are none.
std::optional<double> influence(Bench& bench, const Trial& trial) {
    const auto left = play(trial.left, {true, Draws::Mean}, bench.budget(), bench.job());
    const auto right = left ? play(trial.right, {true, Draws::Mean}, bench.budget(), bench.job()) : Result<Way>(left.failure());
    if (!right) return std::nullopt;
    const Subject& subject = bench.subject();
    auto pairs = pairsOf(*left, *right);
    for (Pair& pair : pairs) {
        pair.region.compared = trial.compared;
        pair.region.sizes = true;
    }
    double most = 0;
    bool attention = false;
    for (const graph::NodeId node : subject.model().top().nodes) {
        if (attention || operatorStem(subject.model(), node).find("softmax") == std::string::npos) continue;
        for (const graph::ValueId value : subject.prepared->flow.results(node)) {
            const Difference difference =
                valueDifference(*left, *right, pairs.front(), std::string(subject.text(subject.model().value(value).id)));
            attention |= difference.comparable;
            most = std::max(most, difference.most);
        }
    }
    return attention ? std::optional(most) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> paddingMask(const Subject& subject) {
    for (std::size_t i = 0; i < subject.inputs.size(); ++i) {
        const InputRole& input = subject.inputs[i];
        if (input.role != Role::Mask || !input.used || input.sequence < 0) continue;
        const auto sizes = sizesOf(subject.model(), input.value);
        std::size_t wide = 0;
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (static_cast<int>(d) != input.batch && (sizes[d].expression.valid() || sizes[d].value != 1)) ++wide;
        if (wide == 1) return i;
    }
    return std::nullopt;
}

namespace {

/// A text of which a part is padding, and the same with something else there.
Trial paddedTrial(const Bench& bench, std::int64_t size, std::int64_t real, double padding) {
    Trial trial;
    trial.left = {bench.step(0, size)};
    trial.left.front().padded = [real](std::int64_t position) { return position >= real; };
    trial.left.front().padding = padding;
    trial.right = trial.left;
    trial.right.front().changed = [real](std::int64_t, std::int64_t position) { return position >= real; };
    trial.compared = [real](std::int64_t, std::int64_t position) { return position < real; };
    trial.sizes = true;
    return trial;
}

}  // namespace

double paddingValue(Bench& bench, std::size_t mask) {
    const Subject& subject = bench.subject();
    const std::int64_t size = bench.callSize(kPaddedText), real = size - std::max<std::int64_t>(size / 3, 1);
    const auto zero = influence(bench, paddedTrial(bench, size, real, 0)),
               one = influence(bench, paddedTrial(bench, size, real, 1));
    if (zero && one && *zero != *one) return *one < *zero ? 1 : 0;
    const auto example = exampleOf(subject, mask);
    const bool zeros = example && !example->data.empty() &&
                       std::ranges::count(example->data, 0.0) * 2 > static_cast<std::ptrdiff_t>(example->data.size());
    return zeros || subject.inputs[mask].name.find("padding") != std::string::npos ? 1 : 0;
}

void askPadding(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.sequence.there) return (void)notApplicable(result, Sentence::of("no input has an axis of positions"));
    const auto mask = paddingMask(subject);
    const InputRole* length = subject.first(Role::Length);
    if (!mask && length == nullptr) {
        if (subject.sequence.symbolic() || subject.keepsState())
            return (void)notApplicable(result, Sentence::of("no input says which positions are padding"));
        const auto sight = bench.sight();
        if (sight && sight->positional && sight->leaks == 0)
            return (void)notApplicable(result, Sentence::of("no position sees later ones: padding behind a text is not seen"));
        return (void)notSetUp(result, Sentence::of("its length is fixed, and no input says which positions are padding"));
    }
    const std::int64_t size = bench.callSize(kPaddedText), real = size - std::max<std::int64_t>(size / 3, 1);
    if (real < 1) return (void)notSetUp(result, Sentence::of("a call has %1 {1:position|positions}", std::to_string(size)));
    Trial trial = paddedTrial(bench, size, real, mask ? paddingValue(bench, *mask) : 0);
    if (!mask) {
        const auto index = static_cast<std::size_t>(length - subject.inputs.data());
        auto held = madeInput(trial.left.front(), index);
        if (!held) return (void)notSetUp(result, Sentence(held.error().message));
        std::ranges::fill(held->data, static_cast<double>(real));
        trial.left.front().given[index] = trial.right.front().given[index] = *held;
    }
    trial.leftWords = Sentence::of("%1 positions, of which %2 are padding", std::to_string(size), std::to_string(size - real));
    trial.rightWords = Sentence::of("the same with something else in the padding");
    trial.blame.leaks = true;
    bench.tryOut(trial, result);
}

void askRepeat(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    Trial trial;
    trial.left = {bench.step(0, bench.callSize(4))};
    trial.right = trial.left;
    trial.leftWords = Sentence::of("a call");
    trial.rightWords = Sentence::of("the same call again, from the same state");
    if (!subject.random.empty()) {
        trial.leftDraws = Draws::First;
        trial.rightDraws = Draws::Second;
        trial.rightWords = Sentence::of("the same call with other random numbers, from the same state");
    }
    trial.sizes = true;
    bench.tryOut(trial, result);
    if (result.state == State::Disagree && !result.blame) return;
    if (result.state == State::Agree && result.difference == 0) result.reason = Sentence::of("bit for bit the same");
}

}  // namespace etscope::consistency
