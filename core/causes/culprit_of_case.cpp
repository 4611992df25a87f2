#include "causes/culprit_of_case.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/limits.h"
#include "base/name_text.h"
#include "evaluate/reading.h"
#include "gap/closeness.h"
#include "replay/computable_graph.h"
#include "replay/record_surroundings.h"
#include "replay/state.h"
#include "stages/carried_state.h"
#include "stages/computed_graph.h"
#include "stages/shared_buffers.h"

namespace etscope::causes {
namespace {

/// Of quantisation that is the backend's own.
constexpr const char* kAllow = Sentence::phrase("allow for it in the tolerance, or run these operators outside the delegate");

class Explainer {
public:
    Explainer(const CaseQuestion& question, const JobContext& job) : m_question(question), m_job(job) {}

    Result<std::optional<Culprit>> of(std::size_t index) const {
        const auto arrows = stages::stageArrows(m_question.method, replay::InputChoice{replay::InputChoice::Kind::Case, index, {}},
                                                m_job, m_question.run);
        if (arrows.cancelled()) return arrows.failure();
        const auto written = replay::stateOf(m_question.method, graph::StageId::edge(), m_job);
        if (written.cancelled()) return written.failure();
        std::vector<std::string> buffers;
        if (written) std::ranges::transform(**written, std::back_inserter(buffers), &replay::StateBuffer::name);
        if (!arrows) return std::optional<Culprit>();
        const stages::StageArrow* found = decisive(arrows->arrows);
        if (found == nullptr && firstQuantisation().empty()) found = strayReference(arrows->arrows);
        if (found != nullptr && isQuiet(*found) && !firstQuantisation().empty()) found = &largerReference(arrows->arrows, *found);
        if (found == nullptr) return std::optional<Culprit>();
        const stages::StageArrow& arrow = *found;
        if (m_question.wrong && (arrow.to == "run" || !isQuiet(arrow))) return std::optional<Culprit>();
        bool ofState = (arrow.to == "program" && !isQuiet(arrow)) || (arrow.to == "run" && m_question.allJudged);
        bool initially = false;
        if (arrow.from == "reference_outputs" && !arrow.breaks && arrow.quantisation.empty() && !buffers.empty()) {
            const auto initial = expectsInitialState(index);
            if (!initial) return initial.failure();
            ofState = initially = *initial;
        }
        if (ofState && !buffers.empty()) {
            auto told = state(buffers, index, initially);
            return told ? Result<std::optional<Culprit>>(*std::move(told)) : told.failure();
        }
        if (arrow.ofDelegates && !arrow.breaks) return byDelegates(*arrows, arrow);
        Culprit culprit = ofArrow(arrow);
        if (culprit.cause == Cause::OtherReference)
            if (const auto told = explainByOthers(index, culprit); !told) return told.failure();
        return std::optional(std::move(culprit));
    }

private:
    static bool differs(const stages::ArrowOutput& output) { return output.verdict == gap::Agreement::NotRounding; }

    /// Explained by quantisation, or by the delegates' own numbers.
    static bool isQuiet(const stages::StageArrow& arrow) {
        return !arrow.breaks && (arrow.ofDelegates || !arrow.quantisation.empty());
    }

    /// The first arrow that changes an output and is not explained so; where all are, the largest.
    static const stages::StageArrow* decisive(const std::vector<stages::StageArrow>& arrows) {
        const stages::StageArrow* largest = nullptr;
        double most = -1;
        for (const stages::StageArrow& arrow : arrows) {
            double size = -1;
            for (const stages::ArrowOutput& output : arrow.outputs)
                if (differs(output)) size = std::max(size, output.closeness->fits ? output.closeness->relative() : HUGE_VAL);
            if (size < 0) continue;
            if (!isQuiet(arrow)) return &arrow;
            if (size > most) largest = &arrow, most = size;
        }
        return largest;
    }

    static double sizeOf(const stages::StageArrow& arrow) {
        double size = 0;
        for (const stages::ArrowOutput& output : arrow.outputs)
            if (output.closeness) size = std::max(size, output.closeness->fits ? output.closeness->relative() : HUGE_VAL);
        return size;
    }

    /// Float references of a quantised graph are further from it than what is found: that is the reason then.
    static const stages::StageArrow& largerReference(const std::vector<stages::StageArrow>& arrows,
                                                     const stages::StageArrow& found) {
        const stages::StageArrow& first = arrows.front();
        return first.from == "reference_outputs" && !first.breaks && sizeOf(first) > sizeOf(found) ? first : found;
    }

    /// Expected outputs that rounding in few bits could have made, but that are much further from the graph than all that runs it.
    /// They are why outputs differ beyond the tolerance.
    static const stages::StageArrow* strayReference(const std::vector<stages::StageArrow>& arrows) {
        constexpr double kMuchFurther = 8;
        if (arrows.size() < 2 || arrows.front().from != "reference_outputs" || arrows.back().to != "run") return nullptr;
        const stages::StageArrow& first = arrows.front();
        const bool high = std::ranges::any_of(first.outputs, [](const auto& one) { return one.verdict == gap::Agreement::High; });
        const auto near = [&](const stages::StageArrow& one) {
            return !one.outputs.empty() && kMuchFurther * sizeOf(one) <= sizeOf(first) &&
                   std::ranges::all_of(one.outputs, [](const auto& output) {
                       return output.verdict == gap::Agreement::Exact || output.verdict == gap::Agreement::Normal;
                   });
        };
        return high && std::all_of(arrows.begin() + 1, arrows.end(), near) ? &first : nullptr;
    }

    /// Delegates that compute with other numbers than the graph says; `arrows` say whether that is all.
    Result<std::optional<Culprit>> byDelegates(const stages::StageArrows& arrows, const stages::StageArrow& arrow) const {
        const auto program = replay::computableGraph(m_question.method, graph::StageId::program(), m_job);
        if (!program) return program.failure();
        const bool quantised = !arrow.quantisation.empty();
        const Sentence what = Sentence::list({(*program)->otherwise.begin(), (*program)->otherwise.end()}, ", ");
        const auto isRight = [](const stages::StageArrow& one) {
            return one.to != "run" || std::ranges::none_of(one.outputs, differs);
        };
        Culprit culprit;
        culprit.cause = quantised ? Cause::Quantisation : Cause::Precision;
        if (arrow.first) culprit.nodes = {arrow.first->node};
        culprit.sentence = quantised ? Sentence::of("the delegates quantise with other numbers than the recorded graph: %1", what)
                                     : Sentence::of("the delegates compute with other numbers than the recorded graph: %1", what);
        if (std::ranges::all_of(arrows.arrows, isRight))
            culprit.sentence += Sentence::of("; computed so, the graph gives the outputs of the run");
        culprit.action = Sentence::of(kAllow);
        return std::optional(std::move(culprit));
    }

    /// Whether the expected outputs are those of the graph as a first call computes them, not as the run went on.
    Result<bool> expectsInitialState(std::size_t index) const {
        const graph::StageId stage = graph::StageId::edge();
        const auto inputs = replay::graphInputs(m_question.method, stage, {replay::InputChoice::Kind::Case, index, {}}, m_job);
        const auto begun = stages::programState(m_question.method, stage, m_job);
        if (!inputs || !begun) return false;
        stages::ComputeOptions options;
        options.buffers = begun->buffers;
        options.keep = [](const std::string&) { return false; };
        const auto computed = stages::computeGraph(m_question.method, stage, *inputs, options, m_job);
        if (computed.cancelled()) return computed.failure();
        if (!computed) return false;
        return follows(*computed, index);
    }

    /// Whether the expected outputs of the case are those that were computed.
    Result<bool> follows(const stages::ComputedGraph& computed, std::size_t index) const {
        std::size_t compared = 0;
        for (const compare::OutputPair& pair : m_question.pairs) {
            if (pair.method != m_question.method.name || pair.caseIndex != static_cast<std::int64_t>(index) || !pair.reference)
                continue;
            const auto output = static_cast<std::size_t>(pair.output);
            const auto& value = output < computed.userOutputs.size() ? computed.userOutputs[output] : std::nullopt;
            const evaluate::Array* array = value ? value->array() : nullptr;
            const auto tensor =
                array != nullptr ? evaluate::readTensor(*array) : Result<tensor::Tensor>(fail("tensor-has-no-data", ""));
            if (!tensor) return false;
            compare::OutputPair again = pair;
            again.runtime = compare::OutputValue{.value = *tensor};
            if (compare::compareOutput(again, {}, m_job).state != compare::PairState::Match) return false;
            ++compared;
        }
        return compared > 0;
    }

    /// Expected outputs may go on from what another method left, whose buffers this one does not share in the program.
    Result<void> explainByOthers(std::size_t index, Culprit& culprit) const {
        if (!m_question.run) return {};
        const auto names = stages::buffersOfOthers(
            m_question.method, *m_question.run, [&](const stages::ComputedGraph& computed) { return follows(computed, index); },
            m_job);
        if (!names) return names.failure();
        if (names->empty()) return {};
        culprit.cause = Cause::State;
        culprit.nodes.clear();
        culprit.sentence = Sentence::of(
            "the case expects what calls of other methods left in %1: the run began with this method's "
            "own contents, which the program does not share with theirs",
            listed(*names));
        return {};
    }

    static std::string listed(const std::vector<std::string>& buffers) {
        std::string names;
        for (const std::string& buffer : buffers) names += (names.empty() ? "'" : ", '") + validName(buffer) + "'";
        return names;
    }

    /// `initially`: the case expects what a first call finds, else what the cases before it leave.
    Result<Culprit> state(const std::vector<std::string>& written, std::size_t index, bool initially) const {
        auto others = otherStates(written, index, initially);
        if (!others) return others.failure();
        Culprit culprit;
        culprit.cause = Cause::State;
        culprit.state = *std::move(others);
        std::vector<std::string> named;
        for (const OtherState& one : culprit.state) named.push_back(one.buffer);
        culprit.sentence = Sentence::of(
            "the run began with other contents of %1 than its case expects: the runtime goes on from "
            "what earlier runs left, or from zeros",
            listed(named.empty() ? written : named));
        return culprit;
    }

    /// What differs between the state that the run began with and that of its case; none where one of them is not known.
    Result<std::vector<OtherState>> otherStates(const std::vector<std::string>& written, std::size_t index, bool initially) const {
        const session::MethodView& method = m_question.method;
        const graph::StageId edge = graph::StageId::edge();
        std::vector<OtherState> others;
        if (!m_question.run) return others;
        const auto begun = stages::stateBeforeRun(method, edge, *m_question.run, false, m_job);
        auto expected = initially ? stages::programState(method, edge, m_job) : stages::CarriedState();
        std::vector<replay::InputChoice> earlier;
        for (std::size_t i = 0; !initially && i < index; ++i) earlier.push_back({replay::InputChoice::Kind::Case, i, {}});
        const auto carried =
            expected ? stages::carryThrough(*expected, earlier, {}, method, edge, false, m_job) : expected.failure();
        const auto surroundings = replay::recordSurroundings(method, edge, m_job);
        if (m_job.cancelled()) return cancelledFailure();
        if (!begun || !begun->known || !carried || !surroundings) return others;
        const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
        const auto valueOf = [&](const replay::Buffers& state, const std::string& name) -> Result<tensor::Value> {
            const auto known = state.find(name);
            const auto value =
                known != state.end() ? Result<evaluate::Value>(known->second) : (*surroundings)->constant(name, memory);
            const evaluate::Array* array = value ? value->array() : nullptr;
            auto tensor = array != nullptr ? evaluate::readTensor(*array) : Result<tensor::Tensor>(fail("tensor-has-no-data", ""));
            return tensor ? Result<tensor::Value>(*std::move(tensor)) : tensor.failure();
        };
        for (const std::string& name : written) {
            const auto right = valueOf(expected->buffers, name), left = valueOf(begun->buffers, name);
            if (!right || !left) continue;
            const auto close = gap::closeness(*right, *left, m_job);
            if (close.cancelled()) return close.failure();
            if (close && close->fits && !close->equal) others.push_back({name, close->relative(), close->maxAbs});
        }
        return others;
    }

    Culprit ofArrow(const stages::StageArrow& arrow) const {
        Culprit culprit;
        if (arrow.first) culprit.nodes = {arrow.first->node};
        const std::string quantises = arrow.quantisation.empty() ? firstQuantisation() : arrow.quantisation;
        const bool referenceFirst = arrow.from == "reference_outputs";
        if (!quantises.empty() && !arrow.breaks && arrow.to == "run") {
            culprit.cause = Cause::Quantisation;
            culprit.sentence = Sentence::of(
                "the outputs of the run are as close to those of the quantised graph as single steps of its values "
                "are: sums are rounded to steps in another way");
            culprit.action = Sentence::of(kAllow);
        } else if (!quantises.empty() && !arrow.breaks) {
            culprit.cause = Cause::Quantisation;
            culprit.nodes = {quantises};
            if (const std::string first = firstQuantisation(); !first.empty() && first != quantises)
                culprit.nodes.insert(culprit.nodes.begin(), first);
            culprit.sentence =
                Sentence::of("expected quantisation error from '%1' on: the quantised graph itself gives this result",
                             validName(culprit.nodes.front()));
        } else if (referenceFirst) {
            culprit.cause = Cause::OtherReference;
            culprit.sentence = Sentence::of(
                "the recorded graph does not reproduce the reference outputs: these were made with another model or with other "
                "inputs");
        } else if (arrow.to == "run") {
            const bool connected = m_question.allJudged && m_question.fed;  // what is left are the connections
            culprit.cause = connected ? Cause::Lowering : Cause::Unknown;
            culprit.sentence = Sentence::of("the outputs of the run are not those of the program's graph");
            if (connected) culprit.sentence += Sentence::of(": some value reaches another instruction than in the record, or none");
        } else {
            return culpritOfArrow(arrow);
        }
        return culprit;
    }

    std::string firstQuantisation() const {
        const graph::GraphModel* edge = m_question.edge;
        if (edge == nullptr) return {};
        for (const graph::NodeId node : edge->top().nodes) {
            const std::string_view target = edge->text(edge->node(node).target);
            if (target.find("quantize") != std::string_view::npos && target.find("dequantize") == std::string_view::npos)
                return edge->nodePath(node);
        }
        return {};
    }

    const CaseQuestion& m_question;
    const JobContext& m_job;
};

}  // namespace

Culprit culpritOfArrow(const stages::StageArrow& arrow) {
    Culprit culprit;
    culprit.cause = Cause::Lowering;
    if (arrow.first) culprit.nodes = {arrow.first->node};
    culprit.sentence = Sentence::of("the outputs change from %1 to %2", arrow.from, arrow.to);
    if (arrow.first) culprit.sentence += Sentence::of(", first at '%1'", validName(arrow.first->node));
    return culprit;
}

Result<std::optional<Culprit>> culpritOfCase(const CaseQuestion& question, std::size_t caseIndex, const JobContext& job) {
    return Explainer(question, job).of(caseIndex);
}

}  // namespace etscope::causes
