// Advice: weights are found where they are taken, effects are those of whole runs, and sets those that exhaustive search finds.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "advisor/advice.h"
#include "advisor/kept_advice.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::advisor;

namespace {

const std::string kSample = ETSCOPE_SOURCE_DIR "/resources/samples/vlm";

std::shared_ptr<const session::Session> sample() {
    const auto session = session::Session::open({kSample}, {}, {});
    return session ? *session : nullptr;
}

Options fewSchemes() {
    Options options;
    options.schemes = {"8da8w", "8da4w-32", "int8"};
    return options;
}

}  // namespace

class TestAdvice : public QObject {
    Q_OBJECT

private slots:
    void weights() {
        const auto session = sample();
        QVERIFY(session);
        const auto decoder = Bench::open({*session, "text_decoder"}, 12, {});
        QVERIFY2(decoder, decoder ? "" : decoder.error().message.c_str());
        QVERIFY((*decoder)->overVocabulary());
        const auto& all = (*decoder)->weights();
        QCOMPARE(all.size(), std::size_t{15});
        QVERIFY(std::ranges::is_sorted(all, {}, &Weight::position));
        const auto output = std::ranges::find(all, "output", &Weight::module);
        QVERIFY(output != all.end() && output->kind == OperatorKind::Linear && !output->turned);
        const auto table = Bench::open({*session, "token_embedding"}, 12, {});
        QVERIFY(table && (*table)->weights().size() == 1);
        QCOMPARE((*table)->weights().front().kind, OperatorKind::Embedding);
    }

    /// What stands before a weight is computed once: the effects are those of whole runs all the same.
    void oneByOne() {
        const auto session = sample();
        QVERIFY(session);
        auto bench = Bench::open({*session, "text_decoder"}, 12, {});
        QVERIFY(bench);
        std::vector<Bench::Trial> trials;
        for (std::size_t i = (*bench)->weights().size(); i-- > 0;) trials.push_back({i, schemeOf(i % 2 == 0 ? "8da8w" : "int8")});
        std::size_t seen = 0;
        const auto done = (*bench)->each(trials, [&](const Bench::Trial& trial, const Effect& effect) {
            Choice choice((*bench)->weights().size(), nullptr);
            choice[trial.weight] = trial.scheme;
            const auto whole = (*bench)->evaluate(choice);
            QVERIFY(whole);
            QCOMPARE(effect.kl, whole->kl);
            QCOMPARE(effect.noise, whole->noise);
            QCOMPARE(effect.tokens, whole->tokens);
            ++seen;
        });
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        QCOMPARE(seen, trials.size());
    }

    void asItIs() {
        const auto session = sample();
        QVERIFY(session);
        auto bench = Bench::open({*session, "text_decoder"}, 12, {});
        const auto effect = (*bench)->evaluate(Choice((*bench)->weights().size(), nullptr));
        QVERIFY(effect && effect->cost() == 0 && effect->stay == effect->tokens && effect->tokens > 0);
    }

    /// Four weights with three schemes each: all 81 sets are few enough to be tried.
    void bestSets() {
        const auto session = sample();
        QVERIFY(session);
        Options options = fewSchemes();
        const std::vector<std::string> open{"layers.0.attention.wv", "layers.1.attention.wv", "layers.0.attention.wo", "output"};
        auto bench = Bench::open({*session, "text_decoder"}, 12, {});
        QVERIFY(bench);
        const auto& all = (*bench)->weights();
        for (const Weight& weight : all)
            if (std::ranges::find(open, weight.module) == open.end()) options.keep.emplace_back("8da8w", weight.module);
        std::vector<const Scheme*> choices{schemeOf("float"), schemeOf("8da8w"), schemeOf("int8")};
        std::vector<std::pair<std::uint64_t, double>> every;
        for (int code = 0; code < 81; ++code) {
            Choice choice;
            std::uint64_t bytes = 0;
            int rest = code;
            for (const Weight& weight : all) {
                const bool isOpen = std::ranges::find(open, weight.module) != open.end();
                choice.push_back(isOpen ? choices[static_cast<std::size_t>(rest % 3)] : schemeOf("8da8w"));
                if (isOpen) rest /= 3;
                bytes += choice.back()->isFloat() ? weight.bytes() : choice.back()->bytes(weight.channels, weight.inputs);
            }
            const auto effect = (*bench)->evaluate(choice);
            QVERIFY(effect);
            every.emplace_back(bytes, effect->cost());
        }
        options.schemes = {"8da8w", "int8"};
        for (const std::uint64_t budget : {std::uint64_t{2600}, std::uint64_t{3100}, std::uint64_t{3600}}) {
            double best = INFINITY;
            for (const auto& [bytes, cost] : every)
                if (bytes <= budget) best = std::min(best, cost);
            options.budget = budget;
            const auto advice = advise({*session, "text_decoder"}, options, {});
            QVERIFY2(advice, advice ? "" : advice.error().message.c_str());
            if (!std::isfinite(best)) {
                QVERIFY(!advice->chosen);
                continue;
            }
            QVERIFY(advice->chosen);
            const Set& chosen = advice->sets[*advice->chosen];
            QVERIFY(chosen.bytes <= budget);
            QVERIFY2(chosen.effect.cost() <= best * 1.02,
                     (std::to_string(chosen.effect.cost()) + " " + std::to_string(best)).c_str());
        }
    }

    void front() {
        const auto session = sample();
        QVERIFY(session);
        Options options;
        std::size_t told = 0;
        options.known = [&](const Advice& soFar) { told = std::max(told, soFar.sets.size()); };
        const auto advice = advise({*session, "text_decoder"}, options, {});
        QVERIFY(advice && advice->complete && told == advice->sets.size());
        QVERIFY(std::ranges::is_sorted(advice->sets, {}, &Set::bytes));
        for (std::size_t i = 1; i < advice->front.size(); ++i) {
            const Set &smaller = advice->sets[advice->front[i - 1]], &better = advice->sets[advice->front[i]];
            QVERIFY(smaller.bytes < better.bytes && smaller.effect.cost() > better.effect.cost());
        }
        QCOMPARE(advice->sets.back().bytes, advice->wholeBytes);
        QCOMPARE(advice->sets.back().effect.cost(), 0.0);
    }

    void limit() {
        const auto session = sample();
        QVERIFY(session);
        Options options;
        options.mostKl = 1e-5;
        const auto advice = advise({*session, "text_decoder"}, options, {});
        QVERIFY(advice && advice->chosen);
        const Set& chosen = advice->sets[*advice->chosen];
        QVERIFY(chosen.effect.cost() <= 1e-5 && chosen.bytes < advice->wholeBytes);
        for (const Set& other : advice->sets) QVERIFY(other.effect.cost() > 1e-5 || other.bytes >= chosen.bytes);
    }

    void tied() {
        const auto session = sample();
        QVERIFY(session);
        Options options;
        options.tied = true;
        const auto advice = advise({*session, "text_decoder"}, options, {});
        QVERIFY(advice);
        QCOMPARE(advice->rows.size(), std::size_t{8});
        const auto row = std::ranges::find(advice->rows, "layers.*.feed_forward.w2", &Row::name);
        QVERIFY(row != advice->rows.end() && row->weights.size() == 2);
    }

    /// What if: two evaluations, and what single weights say of them; nothing else is asked.
    void whatIf() {
        const auto session = sample();
        QVERIFY(session);
        Options options;
        options.set = {{"int8", "output"}, {"f16", "layers.*.attention.wv"}};
        const auto advice = advise({*session, "text_decoder"}, options, {});
        QVERIFY2(advice, advice ? "" : advice.error().message.c_str());
        QVERIFY(advice->tried && advice->triedFrom && !advice->chosen);
        QCOMPARE(advice->sets.size(), std::size_t{2});
        const Set &from = advice->sets[*advice->triedFrom], &to = advice->sets[*advice->tried];
        QCOMPARE(from.effect.cost(), 0.0);
        QCOMPARE(from.bytes, advice->wholeBytes);
        double sum = 0;
        std::size_t known = 0;
        for (std::size_t row = 0; row < advice->rows.size(); ++row) {
            const Cell& cell = advice->rows[row].cells[to.cells[row]];
            sum += cell.effect->cost();
            for (const Cell& one : advice->rows[row].cells) known += one.effect && !one.scheme->isFloat() ? 1U : 0U;
        }
        QCOMPARE(known, std::size_t{3});
        QCOMPARE(to.predicted, sum);
        auto bench = Bench::open({*session, "text_decoder"}, 12, {});
        Choice choice;
        for (const Weight& weight : (*bench)->weights())
            choice.push_back(weight.module == "output"                  ? schemeOf("int8")
                             : weight.module.ends_with(".attention.wv") ? schemeOf("f16")
                                                                        : nullptr);
        QCOMPARE(to.effect.cost(), (*bench)->evaluate(choice)->cost());
    }

    /// From an advice of which nothing was asked yet, and beside the chosen set.
    void tryingOut() {
        const auto session = sample();
        QVERIFY(session);
        const session::MethodView method{*session, "text_decoder"};
        const auto first = outline(method, {}, {});
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        std::vector<std::size_t> cells(first->rows.size(), 0);
        QCOMPARE(guessOf(*first, cells).bytes, first->wholeBytes);
        QCOMPARE(guessOf(*first, cells).predicted, std::optional(0.0));
        cells.back() = 2;
        QVERIFY(!guessOf(*first, cells).predicted && guessOf(*first, cells).bytes < first->wholeBytes);
        Options told;
        std::size_t known = 0;
        told.known = [&](const Advice& soFar) { known += soFar.rows.back().cells[2].effect ? 1U : 0U; };
        const auto set = tryOut(method, *first, cells, told, {});
        QVERIFY2(set, set ? "" : set.error().message.c_str());
        QCOMPARE(known, std::size_t{1});
        QCOMPARE(set->predicted, set->effect.cost());
        cells.back() = 9;
        const auto none = tryOut(method, *first, cells, {}, {});
        QVERIFY(!none && none.error().code == "no-such-set");
        Options both;
        both.mostKl = 1e-5, both.sets = 8, both.set = {{"float", "output"}};
        const auto advice = advise(method, both, {});
        QVERIFY(advice && advice->chosen && advice->tried);
        QCOMPARE(*advice->triedFrom, *advice->chosen);
        QVERIFY(setOf(*advice, advice->sets[*advice->tried].cells) == advice->tried);
    }

    /// What a session file keeps: the same advice without computing, and an advice that asks for nothing again.
    void kept() {
        const auto session = sample();
        QVERIFY(session);
        const session::MethodView method{*session, "text_decoder"};
        Options options = fewSchemes();
        options.sets = 8;
        const auto first = advise(method, options, {});
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        const auto identity = identityOf(*session, {});
        QVERIFY(identity && identity->size() == 64);
        const nlohmann::json item = nlohmann::json::parse(keptAdvice(*first, options, *identity).dump());
        QCOMPARE(keptText(item, "identity"), *identity);
        QCOMPARE(keptOptions(item).schemes, options.schemes);
        const auto list = nlohmann::json::array({item});
        // A later advice with fewer schemes loses nothing of it.
        Options fewer;
        fewer.schemes = {"f16"}, fewer.sets = 1;
        const auto later = advise(method, fewer, {});
        QVERIFY(later);
        nlohmann::json both = keptAdvice(*later, fewer, *identity);
        const std::size_t alone = both["sets"].size();
        addKept(both, item);
        QVERIFY(both["rows"][0]["effects"].contains("f16") && both["rows"][0]["effects"].contains("int8"));
        QVERIFY(both["sets"].size() > alone && both["sets"].size() <= alone + item["sets"].size());
        nlohmann::json others = item;
        others["identity"] = "";
        const nlohmann::json unchanged = both;
        addKept(both, others), addKept(both, 1);
        QVERIFY(both == unchanged);
        QVERIFY(keptOf(list, "text_decoder") != nullptr && keptOf(list, "vision_encoder") == nullptr);
        const auto again = recalled(method, item, {});
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->operations, std::uint64_t{0});
        QCOMPARE(again->sets.size(), first->sets.size());
        for (std::size_t i = 0; i < first->sets.size(); ++i) {
            QCOMPARE(again->sets[i].cells, first->sets[i].cells);
            QCOMPARE(again->sets[i].effect.cost(), first->sets[i].effect.cost());
            QCOMPARE(again->sets[i].predicted, first->sets[i].predicted);
        }
        QCOMPARE(again->front, first->front);
        std::size_t taken = 0, known = first->sets.size();
        for (const Row& row : first->rows) known += row.cells.size() - 1;
        options.recall = [&](Advice& advice) { taken = takeKept(advice, item); };
        const auto second = advise(method, options, {});
        QVERIFY(second);
        QCOMPARE(taken, known);
        // One run of all cases, which is what it is held against.
        auto bench = Bench::open(method, options.cases, {});
        QCOMPARE(second->operations, (*bench)->operationsOfOne());
        QCOMPARE(second->sets.size(), first->sets.size());
    }

    /// What is not finite as the record has it is not compared, and no token is said to stay there.
    void notFinite() {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN(), kInfinite = std::numeric_limits<double>::infinity();
        const Output reference{{1, kNone, 2, 3, -kInfinite, 1, kInfinite, 1}, 2};
        Effect effect;
        addEffect(reference, reference.values, effect);
        QVERIFY(effect.finite && effect.kl && *effect.kl == 0);
        QCOMPARE(effect.tokens, std::size_t{2});
        QCOMPARE(effect.stay, std::size_t{2});
        QCOMPARE(effect.signal, 1.0 + 4 + 9 + 1 + 1);
        Effect none;
        addEffect({{kNone, kNone}, 2}, {kNone, kNone}, none);
        QVERIFY(!none.kl && none.tokens == 0);
        addEffect({{1, 2}, 2}, {kNone, 2}, none);
        QVERIFY(std::isinf(none.cost()));
        const double masked[] = {-kInfinite, -kInfinite};
        QVERIFY(!isDistribution(masked));
    }

    /// Why nothing is chosen: too small a budget, or nothing was evaluated.
    void nothingFits() {
        const auto session = sample();
        QVERIFY(session);
        const session::MethodView method{*session, "text_decoder"};
        Options options = fewSchemes();
        options.budget = 1;
        const auto small = advise(method, options, {});
        QVERIFY(small && !small->chosen);
        QVERIFY2(small->sentence.text().starts_with("No set of these schemes fits 1 B: the smallest has "),
                 small->sentence.text().c_str());
        options.budget = small->wholeBytes, options.sets = 0;
        const auto none = advise(method, options, {});
        QVERIFY(none && !none->chosen && none->sets.empty());
        QVERIFY2(none->sentence.text().ends_with(" was evaluated."), none->sentence.text().c_str());
        const auto estimated = estimate(method, options, {});
        QVERIFY(estimated && estimated->sets == 0);
        options.budget.reset(), options.set = {{"int8", "output"}};
        const auto tries = estimate(method, options, {});
        QVERIFY(tries);
        QCOMPARE(tries->cells, std::size_t{1});
        QCOMPARE(tries->sets, std::size_t{2});
    }

    /// A session file stays one that is read: of too much, every second set goes, then whole methods.
    void keptWithinBounds() {
        const auto many = [](const char* method, std::size_t sets, std::size_t name) {
            nlohmann::json item{
                {"method", method}, {"rows", {{{"name", std::string(name, 'w')}}}}, {"sets", nlohmann::json::array()}};
            for (std::size_t i = 0; i < sets; ++i)
                item["sets"].push_back({{"schemes", std::vector<std::string>(400, "8da4w-32")}, {"number", i}});
            return item;
        };
        constexpr std::size_t kMost = std::size_t{2} << 20U;
        nlohmann::json list{many("first", 900, 1), many("second", 900, 1), 7, nlohmann::json{{"sets", "none"}}};
        shorten(list);
        QVERIFY(list.dump().size() <= kMost && list.dump().size() > kMost / 4);
        QCOMPARE(list.size(), std::size_t{2});  // what is of no method is gone
        const auto& left = list[0]["sets"];
        QVERIFY(left.size() > 100 && left == list[1]["sets"]);
        QVERIFY(left.front()["number"] < 8 && left.back()["number"] > 890);
        nlohmann::json small{many("first", 3, 1)};
        const nlohmann::json before = small;
        shorten(small);
        QVERIFY(small == before);
        nlohmann::json large{many("first", 9, kMost), many("second", 9, kMost / 2)};
        shorten(large);
        QVERIFY(large.size() == 1 && large[0]["method"] == "second" && large[0]["sets"].empty());
        // Sets of two files are added in one pass, each once.
        nlohmann::json own = many("first", 1000, 1);
        for (auto* item : {&own})
            (*item)["identity"] = "a", (*item)["stage"] = "", (*item)["inputs_from"] = "", (*item)["cases"] = 1,
            (*item)["logits"] = true, (*item)["tied"] = false, (*item)["rows"][0]["effects"] = nlohmann::json::object();
        own["sets"].erase(own["sets"].begin() + 1, own["sets"].end());
        nlohmann::json older = own;
        for (const char* other : {"f16", "int8", "f16"}) older["sets"].push_back({{"schemes", {other}}});
        addKept(own, older);
        QCOMPARE(own["sets"].size(), std::size_t{3});
    }

    void keptOfOthers() {
        const auto session = sample();
        QVERIFY(session);
        const session::MethodView method{*session, "text_decoder"};
        Options options = fewSchemes();
        options.sets = 0, options.set = {{"int8", "output"}};
        const auto advice = advise(method, options, {});
        QVERIFY(advice);
        const nlohmann::json item = keptAdvice(*advice, options, "");
        QVERIFY(recalled(method, item, {}));
        const auto refused = [&](const char* key, const nlohmann::json& value) {
            nlohmann::json other = item;
            other[key] = value;
            const auto made = recalled(method, other, {});
            return !made && made.error().code == "no-such-set";
        };
        QVERIFY(refused("stage", "edge") && refused("cases", 99) && refused("method", "x") && refused("rows", "none"));
        QVERIFY(refused("rows", nlohmann::json::array()) && refused("inputs_from", 1));
        nlohmann::json damaged = item;
        damaged["sets"] = nlohmann::json::array({1, nlohmann::json{{"schemes", {"int8"}}}, nullptr});
        for (auto& row : damaged["rows"])
            if (row["effects"].contains("int8")) row["effects"]["int8"] = nlohmann::json::array({-1, 2});
        const auto made = recalled(method, damaged, {});
        QVERIFY(!made && made.error().code == "no-such-set");
        QVERIFY(keptOf(nlohmann::json(3), "text_decoder") == nullptr && keptOptions(nlohmann::json("x")).schemes.empty());
    }

    /// The estimate of the cells is what each() takes.
    void behind() {
        const auto session = sample();
        QVERIFY(session);
        auto bench = Bench::open({*session, "text_decoder"}, 1, {});
        QVERIFY(bench);
        std::vector<Bench::Trial> trials;
        std::uint64_t behind = 0;
        for (std::size_t i = 0; i < (*bench)->weights().size(); ++i) {
            trials.push_back({i, schemeOf("int8")});
            behind += (*bench)->operationsBehind(i);
        }
        const std::uint64_t before = (*bench)->operations();
        QVERIFY((*bench)->each(trials, [](const Bench::Trial&, const Effect&) {}));
        const double took = static_cast<double>((*bench)->operations() - before);
        // What stands before is computed once in each thread.
        const double most = static_cast<double>(behind + (*bench)->threads() * (*bench)->operationsOfOne());
        QVERIFY2(took >= 0.9 * static_cast<double>(behind) && took <= 1.1 * most, (std::to_string(took) + " " + std::to_string(behind)).c_str());
        const auto estimated = estimate({*session, "text_decoder"}, fewSchemes(), {});
        QVERIFY(estimated && estimated->seconds > 0 && estimated->sets == 24);
    }

    void wrongNames() {
        const auto session = sample();
        QVERIFY(session);
        const session::MethodView method{*session, "text_decoder"};
        const auto codeOf = [&](std::vector<SchemeOf> keep, std::vector<SchemeOf> set) {
            Options options;
            options.keep = std::move(keep), options.set = std::move(set);
            const auto advice = advise(method, options, {});
            return advice ? std::string() : advice.error().code;
        };
        QCOMPARE(codeOf({{"float", "lm_head"}}, {}), std::string("no-such-weight"));
        QCOMPARE(codeOf({}, {{"int8", "layers.7.*"}}), std::string("no-such-weight"));
        QCOMPARE(codeOf({}, {{"int3", "output"}}), std::string("no-such-scheme"));
        QCOMPARE(codeOf({{"8da4w-256", "output"}}, {}), std::string("scheme-unfit"));
    }

    void errors() {
        const auto session = sample();
        QVERIFY(session);
        Options options;
        options.schemes = {"int3"};
        const auto none = advise({*session, "text_decoder"}, options, {});
        QVERIFY(!none && none.error().code == "no-such-scheme");
        const auto missing = advise({*session, "nothing"}, {}, {});
        QVERIFY(!missing);
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = advise({*session, "text_decoder"}, {}, {stop.get_token(), {}});
        QVERIFY(!cancelled && cancelled.cancelled());
    }

    /// What is known by then is the answer.
    void stopped() {
        const auto session = sample();
        QVERIFY(session);
        const auto stoppedAfter = [&](std::size_t calls, Options told) {
            std::stop_source stop;
            std::size_t known = 0;
            told.known = [&](const Advice&) {
                if (++known == calls) stop.request_stop();
            };
            return advise({*session, "text_decoder"}, told, {stop.get_token(), {}});
        };
        const auto effects = [](const Advice& advice) {
            std::size_t known = 0;
            for (const Row& row : advice.rows)
                for (std::size_t cell = 1; cell < row.cells.size(); ++cell) known += row.cells[cell].effect ? 1U : 0U;
            return known;
        };
        const auto early = stoppedAfter(3, {});
        QVERIFY2(early, early ? "" : early.error().message.c_str());
        QVERIFY(!early->complete && early->sets.empty() && !early->notes.empty());
        QCOMPARE(effects(*early), std::size_t{3});
        const auto all = advise({*session, "text_decoder"}, {}, {});
        QVERIFY(all && all->complete);
        Options limited;
        limited.mostKl = 1;
        const auto late = stoppedAfter(effects(*all) + 5, limited);
        QVERIFY(late && !late->complete && late->chosen);
        QCOMPARE(late->sets.size(), std::size_t{5});
        // The best of those that are known.
        for (const Set& set : late->sets)
            QVERIFY(set.effect.cost() > 1 || set.bytes >= late->sets[*late->chosen].bytes);
    }

    /// The worst case is that of one case alone, and chooses where it is asked to.
    void worstCases() {
        Effect effect, one, other;
        addEffect({{3, 4}, 0}, {3, 3.5}, one);
        addEffect({{3, 4}, 0}, {3, 3}, other);
        addCase(one, 0, effect);
        addCase(other, 1, effect);
        QCOMPARE(effect.worstCase->index, std::size_t{1});
        QVERIFY(std::abs(effect.worstCase->cost - 0.04) < 1e-12 && std::abs(effect.cost() - 0.025) < 1e-12);
        effect.byWorst = true;
        QVERIFY(std::abs(effect.cost() - 0.04) < 1e-12 && std::abs(effect.meanCost() - 0.025) < 1e-12);
        const auto session = sample();
        QVERIFY(session);
        Options options;
        options.worst = true, options.sets = 6;
        const auto advice = advise({*session, "text_decoder"}, options, {});
        QVERIFY(advice && advice->byWorst && advice->caseNames.size() == advice->cases);
        for (const Set& set : advice->sets) {
            QCOMPARE(set.effect.cost(), set.effect.worstCase->cost);
            QVERIFY(set.effect.worstCase->index < advice->cases && set.effect.cost() >= set.effect.meanCost());
        }
    }

    void namesOfRows() {
        const auto session = sample();
        QVERIFY(session);
        for (const bool tied : {false, true}) {
            Options options;
            options.tied = tied;
            const auto advice = outline({*session, "text_decoder"}, options, {});
            QVERIFY(advice);
            std::set<std::string> names;
            for (const Row& row : advice->rows) names.insert(row.name);
            QCOMPARE(names.size(), advice->rows.size());
        }
    }
};

ETSCOPE_TEST(TestAdvice)
#include "tst_advice.moc"
