// What devices' arithmetic is like: ten variants of kernels, each recognised by what it is and by nothing that it is not, and what
// changed between two of them. False alarms are counted.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "base/job_context.h"
#include "character/changes.h"
#include "character/character.h"
#include "evaluate/elements.h"
#include "evaluate/judgement.h"
#include "report/documents.h"
#include "support/test_case.h"

namespace {

using namespace etscope;
using namespace etscope::character;
using evaluate::Array;
using evaluate::roundedTo;

enum class Kernels { Exact, Fused, Reversed, Blocked, HalfSums, BrainSums, Flushing, Saturating, Scaling, Unordered };
constexpr std::array kVariants{Kernels::Exact,     Kernels::Fused,    Kernels::Reversed,   Kernels::Blocked, Kernels::HalfSums,
                               Kernels::BrainSums, Kernels::Flushing, Kernels::Saturating, Kernels::Scaling, Kernels::Unordered};
/// Nothing: it is as good as any other.
std::optional<Trait> traitOf(Kernels kernels) {
    switch (kernels) {
        case Kernels::HalfSums: return Trait::SumsInF16;
        case Kernels::BrainSums: return Trait::SumsInBf16;
        case Kernels::Flushing: return Trait::FlushesSubnormals;
        case Kernels::Saturating: return Trait::Saturates;
        case Kernels::Scaling: return Trait::Scales;
        case Kernels::Unordered: return Trait::NotDeterministic;
        default: return std::nullopt;
    }
}

constexpr std::size_t kRows = 2, kInner = 256, kColumns = 4;
double inF32(double x) { return roundedTo(ScalarType::F32, x); }

class Device {
public:
    /// `often`: how often Unordered adds in another order.
    Device(Kernels kernels, unsigned seed, double often = 1) : m_kernels(kernels), m_seed(seed), m_chance(seed), m_often(often) {}

    double sum(const std::vector<double>& a, const std::vector<double>& b, std::size_t row, std::size_t column) {
        std::vector<std::size_t> order(kInner);
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (m_kernels == Kernels::Reversed) std::ranges::reverse(order);
        if (m_kernels == Kernels::Unordered && std::uniform_real_distribution<>(0, 1)(m_chance) < m_often) shuffle(order);
        const auto type = m_kernels == Kernels::HalfSums    ? ScalarType::F16
                          : m_kernels == Kernels::BrainSums ? ScalarType::BF16
                                                            : ScalarType::F32;
        const std::size_t blocks = m_kernels == Kernels::Blocked ? 8 : 1;
        std::vector<double> sums(blocks);
        for (std::size_t i = 0; i < kInner; ++i) {
            const double product = a[row * kInner + order[i]] * b[order[i] * kColumns + column];
            double& own = sums[i % blocks];
            own = roundedTo(type, own + (m_kernels == Kernels::Fused ? product : roundedTo(type, product)));
        }
        double all = 0;
        for (const double one : sums) all = roundedTo(type, all + one);
        return m_kernels == Kernels::Scaling ? inF32(1.25 * all) : all;
    }
    /// A process that chooses its order of adding when it begins.
    void begin(std::size_t process) { m_fixed = m_seed * 100 + static_cast<unsigned>(process) + 1; }

    double exp(double x) const {
        const double right = inF32(std::exp(x));
        return m_kernels == Kernels::Flushing && right < 0x1p-126 ? 0 : right;
    }
    double product(double a, double b) const {
        const double right = inF32(a * b);
        return m_kernels == Kernels::Saturating ? std::clamp(right, -65504.0, 65504.0) : right;
    }

private:
    void shuffle(std::vector<std::size_t>& order) {
        std::mt19937 fixed(m_fixed);
        std::ranges::shuffle(order, m_fixed != 0 ? fixed : m_chance);
    }

    Kernels m_kernels;
    unsigned m_seed, m_fixed = 0;
    std::mt19937 m_chance;
    double m_often;
};

class TestCharacter : public QObject {
    Q_OBJECT

    JobContext m_job;
    evaluate::Context m_context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 28U), m_job};

    Array array(const evaluate::Dims& shape, const std::vector<double>& values) const {
        Array made = m_context.make(ScalarType::F32, shape);
        evaluate::storeDoubles(made.stored, values.data(), values.size(), made.storage->data());
        return made;
    }
    static std::vector<double> numbers(std::mt19937& chance, std::size_t count, double least, double most) {
        std::uniform_real_distribution<> spread(least, most);
        std::vector<double> made(count);
        for (double& one : made) one = inF32(spread(chance));
        return made;
    }
    static tensor::ContentHash hashOf(const std::vector<double>& values, std::uint64_t salt) {
        tensor::ContentHash hash{salt, 0};
        for (const double one : values) hash.high = hash.high * 31 + std::bit_cast<std::uint64_t>(one), hash.low ^= hash.high;
        return hash;
    }

    void observe(Traits& traits, const char* target, const evaluate::Values& arguments, const evaluate::Dims& shape,
                 const std::vector<double>& given, std::int64_t instruction, std::size_t run, std::uint64_t inputs,
                 std::size_t process) const {
        std::vector<evaluate::NamedValue> named;
        for (const evaluate::Value& value : arguments) named.push_back({{}, value});
        evaluate::Values computed;
        const auto judged = evaluate::judge(*evaluate::findOperator(target), m_context, std::move(named),
                                            std::vector<std::optional<Array>>{array(shape, given)}, &computed);
        QVERIFY2(judged, judged ? "" : judged.error().message.c_str());
        const std::vector<double> right = evaluate::doublesOf(*computed.front().array());
        const auto& judgement = judged->front();
        Observation one;
        one.seen = {"forward", run, instruction, target, 0, process};
        one.sums = instruction == 0, one.elementwise = instruction != 0;
        one.accumulator = judgement.accumulator;
        one.rounded = judgement.difference > 0, one.wrong = judgement.verdict == evaluate::Verdict::NotRounding;
        one.units = judgement.normal > 0 && std::isfinite(judgement.units) ? judgement.units / judgement.normal : 0;
        one.inputs = {inputs, static_cast<std::uint64_t>(instruction)}, one.bits = hashOf(given, 1);
        one.right = right, one.given = given;
        traits.add(one);
    }

    /// A sum of products, an exponential and a product, of so many inputs, each so often.
    Traits traitsOf(Device device, unsigned seed, std::size_t cases, std::size_t repetitions, bool byProcess = false) const {
        Traits traits;
        for (std::size_t run = 0; run < cases * repetitions; ++run) {
            const std::uint64_t inputs = seed * 1000 + run % cases;
            const std::size_t process = run / cases;
            if (byProcess) device.begin(process);
            std::mt19937 chance(static_cast<unsigned>(inputs));
            const auto a = numbers(chance, kRows * kInner, -1, 1), b = numbers(chance, kInner * kColumns, -1, 1);
            const auto x = numbers(chance, 32, -100, 2), large = numbers(chance, 32, -400, 400);
            std::vector<double> sums, powers, products;
            for (std::size_t i = 0; i < kRows * kColumns; ++i) sums.push_back(device.sum(a, b, i / kColumns, i % kColumns));
            for (const double one : x) powers.push_back(device.exp(one));
            for (const double one : large) products.push_back(device.product(one, one));
            observe(traits, "aten.mm.default", {array({kRows, kInner}, a), array({kInner, kColumns}, b)}, {kRows, kColumns}, sums,
                    0, run, inputs, process);
            observe(traits, "aten.exp.default", {array({32}, x)}, {32}, powers, 1, run, inputs, process);
            observe(traits, "aten.mul.Tensor", {array({32}, large), array({32}, large)}, {32}, products, 2, run, inputs, process);
        }
        return traits;
    }

private slots:
    /// Ten variants, forty sets of inputs each.
    void variants() {
        std::size_t trials = 0, falseAlarms = 0, missed = 0;
        for (const Kernels kernels : kVariants)
            for (unsigned seed = 0; seed < 40; ++seed) {
                ++trials;
                const auto planted = traitOf(kernels);
                bool isFalse = false;
                for (const TraitFound& found : traitsOf(Device(kernels, seed), seed, 2, 3).found()) {
                    const bool there = found.state == TraitState::Yes || found.state == TraitState::Partly;
                    isFalse = isFalse || (there && found.trait != planted);
                    missed += found.trait == planted && !there ? 1U : 0U;
                    // What scaled sums are summed in does not show.
                    QVERIFY2(found.state != TraitState::Unknown || kernels == Kernels::Scaling,
                             std::string(traitName(found.trait)).c_str());
                }
                falseAlarms += isFalse ? 1U : 0U;
            }
        QCOMPARE(trials, std::size_t{400});
        QVERIFY2(falseAlarms * 100 <= trials, std::to_string(falseAlarms).c_str());
        QCOMPARE(missed, std::size_t{0});
    }

    /// The same kernels again, ordered and not, and not always: hardly ever a change.
    void nothingChanged() {
        std::size_t trials = 0, falseAlarms = 0;
        for (const Kernels kernels : {Kernels::Exact, Kernels::Blocked, Kernels::Unordered})
            for (const double often : {0.03, 0.2, 1.0})
                for (unsigned seed = 0; seed < 40; ++seed) {
                    const Traits before = traitsOf(Device(kernels, 2 * seed, often), seed, 3, 5),
                                 after = traitsOf(Device(kernels, 2 * seed + 1, often), seed, 3, 5);
                    const Changes changes = changesBetween(before, after);
                    QCOMPARE(changes.calls.size(), std::size_t{3});
                    ++trials;
                    falseAlarms += changes.count(ChangeState::Changed) > 0 || !changes.traits.empty() ? 1U : 0U;
                }
        QCOMPARE(trials, std::size_t{360});
        QVERIFY2(falseAlarms * 100 <= trials, std::to_string(falseAlarms).c_str());
    }

    /// Nor where each process chooses its order when it begins, and all its runs have that.
    void processes() {
        std::size_t falseAlarms = 0;
        for (unsigned seed = 0; seed < 100; ++seed) {
            const Traits before = traitsOf(Device(Kernels::Unordered, 2 * seed + 1), seed, 3, 5, true),
                         after = traitsOf(Device(Kernels::Unordered, 2 * seed + 2), seed, 3, 5, true);
            falseAlarms += changesBetween(before, after).count(ChangeState::Changed) > 0 ? 1U : 0U;
        }
        QVERIFY2(falseAlarms <= 1, std::to_string(falseAlarms).c_str());
    }

    void changed() {
        const Traits before = traitsOf(Device(Kernels::Exact, 1), 5, 3, 5);
        const Changes fused = changesBetween(before, traitsOf(Device(Kernels::Fused, 2), 5, 3, 5));
        QCOMPARE(fused.count(ChangeState::Changed), std::size_t{1});
        QCOMPARE(fused.count(ChangeState::Same), std::size_t{2});
        QVERIFY(fused.traits.empty());
        const CallChange& call = fused.calls.front();
        QVERIFY(call.state == ChangeState::Changed && call.cases == 3 && call.apart == 3 && call.after.op == "aten.mm.default");
        // 2 of the 252 ways to divide 10 processes into fives.
        QVERIFY(std::fabs(call.chance - 2.0 / 252) < 1e-12);
        const Changes half = changesBetween(before, traitsOf(Device(Kernels::HalfSums, 2), 5, 3, 5));
        QVERIFY(half.traits.size() == 1 && half.traits.front().after.trait == Trait::SumsInF16);
        // One run on each side proves nothing.
        const Changes once =
            changesBetween(traitsOf(Device(Kernels::Exact, 1), 5, 3, 1), traitsOf(Device(Kernels::Fused, 2), 5, 3, 1));
        QCOMPARE(once.count(ChangeState::Differs), std::size_t{1});
        QCOMPARE(once.count(ChangeState::Changed), std::size_t{0});
        const Changes others = changesBetween(before, traitsOf(Device(Kernels::Exact, 1), 6, 3, 5));
        QVERIFY(others.calls.empty() && others.otherInputs == 3);
    }

    /// What nothing could show is unknown.
    void unknown() {
        for (const TraitFound& found : Traits().found()) {
            QCOMPARE(found.state, TraitState::Unknown);
            QVERIFY(sentenceOf(found).text().starts_with("Nothing tells"));
        }
        Observation one;
        const std::vector<double> right{0x1p-130, 1, 2}, given{0, 1, 2};
        one.right = right, one.given = given, one.elementwise = true;
        Traits few;
        few.add(one);
        QCOMPARE(few.found()[2].state, TraitState::Unknown);  // one element is no habit
        one.elementwise = false;                              // a difference of large numbers may well be zero
        for (int i = 0; i < 9; ++i) few.add(one);
        QCOMPARE(few.found()[2].looked, std::uint64_t{1});
    }

    /// Whatever the bound is; what is wrong otherwise, or bounded by its operator, is no bound of the device.
    void saturatesAtAnyBound() {
        std::mt19937 chance(5);
        const auto right = numbers(chance, 64, -10, 10);
        const auto stateOf = [&](const std::vector<double>& given, bool wrong) {
            Observation one;
            one.right = right, one.given = given, one.elementwise = true, one.wrong = wrong;
            Traits traits;
            traits.add(one);
            return traits.found()[static_cast<std::size_t>(Trait::Saturates)];
        };
        std::vector<double> given = right;
        for (double& value : given) value = std::clamp(value, -7.5, 6.0);
        const auto found = stateOf(given, true);
        QVERIFY(found.state == TraitState::Yes && found.shown >= 3);
        QVERIFY(found.example->given == 6.0 || found.example->given == -7.5);
        QCOMPARE(stateOf(given, false).state, TraitState::Unknown);  // explained by rounding
        QCOMPARE(stateOf(right, true).state, TraitState::Unknown);
        std::vector<double> other = given;
        for (double& value : other) value = value == 6.0 ? 6.0 : 0.9 * value;  // wrong otherwise, too
        QCOMPARE(stateOf(other, true).state, TraitState::Unknown);
        QCOMPARE(stateOf(std::vector<double>(right.size(), 2.0), true).state, TraitState::Unknown);
    }

    void sample() {
        const auto opened = session::Session::open({ETSCOPE_SOURCE_DIR "/resources/samples/vlm"}, {}, {});
        QVERIFY(opened);
        const auto& session = *opened;
        bool changed = false;
        const auto document = report::characterDocument(*session, session.get(), {}, changed, {});
        QVERIFY2(document, document ? "" : document.error().message.c_str());
        QVERIFY(!changed);
        for (const auto& trait : (*document)["traits"]) {
            QVERIFY(trait["state"] == "no" || trait["state"] == "unknown");
            // Masks are full of infinities that calls hand on: nothing of it could saturate.
            if (trait["trait"] == "saturates") QCOMPARE(trait["state"], nlohmann::ordered_json("unknown"));
        }
        QCOMPARE((*document)["against"]["same"], (*document)["against"]["calls"]);
        QVERIFY((*document)["results"].get<std::size_t>() > 100);
        QVERIFY((*document)["changes"].empty());
        const auto none = report::characterDocument(*session, nullptr, "nowhere", changed, {});
        QVERIFY(!none && none.error().code == "no-runs");
    }
};

}  // namespace

ETSCOPE_TEST(TestCharacter)
#include "tst_character.moc"
