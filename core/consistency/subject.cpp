#include "consistency/subject.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "consistency/roles.h"
#include "consistency/uses.h"

namespace etscope::consistency {

using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

namespace {

constexpr auto kRoleNames = std::to_array<std::string_view>(
    {"tokens", "embeddings", "positions", "cache_position", "mask", "pixel_values", "state", "length", "unknown"});

constexpr auto kRandom = std::to_array<std::string_view>(
    {"rand", "randn", "rand_like", "randn_like", "randint", "randint_like", "randperm", "bernoulli", "multinomial", "normal",
     "uniform", "exponential", "native_dropout", "dropout", "alpha_dropout", "feature_dropout", "poisson", "normal_functional"});

/// Dropout draws only where it trains.
bool draws(const GraphModel& model, NodeId node) {
    const std::string stem = operatorStem(model, node);
    if (std::ranges::find(kRandom, stem) == kRandom.end()) return false;
    if (stem.find("dropout") == std::string::npos) return true;
    const auto arguments = model.arguments(model.node(node));
    bool trains = stem == "native_dropout";
    double share = 0.5;
    for (const graph::Argument& argument : arguments) {
        if (argument.kind == graph::ArgumentKind::Bool) trains = argument.integer != 0;
        if (argument.kind == graph::ArgumentKind::Float) share = argument.number;
    }
    return trains && share > 0;
}

/// By value: whether it follows from one of these. Sizes follow from nothing.
std::vector<bool> following(const GraphModel& model, const graph::DataFlow& flow, const std::vector<ValueId>& from) {
    std::vector<bool> follows(model.valueCount(), false);
    for (const ValueId value : from) follows[value.index()] = true;
    for (const NodeId node : model.top().nodes) {
        const std::string stem = operatorStem(model, node);
        if (stem == "sym_size" || stem == "zeros_like" || stem == "ones_like" || stem == "full_like" || stem == "empty_like")
            continue;
        const auto inputs = flow.inputs(node);
        const bool any = std::ranges::any_of(inputs, [&](ValueId id) { return follows[id.index()]; });
        if (any)
            for (const ValueId result : flow.results(node)) follows[result.index()] = true;
    }
    return follows;
}

std::string_view symbolAt(const GraphModel& model, ValueId value, int axis) {
    const auto sizes = sizesOf(model, value);
    if (axis < 0 || static_cast<std::size_t>(axis) >= sizes.size()) return {};
    return model.text(sizes[static_cast<std::size_t>(axis)].expression);
}

bool isPlain(std::string_view symbol) {
    return !symbol.empty() &&
           std::ranges::all_of(symbol, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

class Maker {
public:
    Maker(Subject& subject, const session::MethodView& method, const ToldRoles& told, const JobContext& job)
        : m(subject), m_method(method), m_told(told), m_job(job), m_model(subject.model()), m_flow(subject.prepared->flow) {}

    void make() {
        takeInputs();
        takeExample();
        takeStates();
        takeAxes();
        takeContext();
        takeWindow();
        std::vector<ValueId> content;
        for (const InputRole& input : m.inputs)
            if ((isContent(input.role) || input.role == Role::State) && input.value.valid()) content.push_back(input.value);
        for (const ValueId state : m_stateInputs) content.push_back(state);
        m.ofContent = following(m_model, m_flow, content);
        for (const NodeId node : m_model.top().nodes)
            if (draws(m_model, node)) m.random.insert(node.index());
        takeVocabulary();
    }

private:
    void takeInputs() {
        for (const graph::GraphInput* input : m_model.userInputs()) {
            InputRole row;
            row.value = input->value;
            row.name = std::string(m_model.text(input->id.valid()      ? input->id
                                                : input->value.valid() ? m_model.value(input->value).id
                                                                       : input->target));
            if (const auto told = m_told.find(row.name); told != m_told.end()) {
                row.role = told->second;
                row.told = true;
                row.reason = Sentence::of("as told");
            }
            m.inputs.push_back(std::move(row));
        }
        inferRoles(m_model, m_flow, m.inputs);
    }

    void takeExample() {
        const auto inputs = replay::graphInputs(m_method, m.stage, {}, m_job);
        if (inputs && inputs->values.size() == m.inputs.size()) m.example = inputs->values;
    }

    /// Buffers that are written, and inputs that come back as outputs through writes.
    void takeStates() {
        std::map<std::uint32_t, std::size_t> byInput;
        for (const Write& write : writesOf(m_model, m_flow)) {
            const graph::GraphInput* input = inputOf(m_model, write.into);
            if (input == nullptr || graph::isUser(input->kind)) continue;
            const auto [at, fresh] = byInput.try_emplace(write.into.index(), m.states.size());
            if (fresh) {
                m.states.push_back({std::string(m_model.text(input->target)), std::nullopt, std::nullopt, {}});
                m_stateInputs.push_back(write.into);
            }
            if (write.what.valid()) m.states[at->second].written.push_back(write.what);
        }
        const auto outputs = m_model.userOutputs();
        std::set<std::size_t> taken;
        for (std::size_t i = 0; i < m.inputs.size(); ++i) {
            InputRole& row = m.inputs[i];
            if (!row.value.valid() || (row.told && row.role != Role::State)) continue;
            for (std::size_t o = 0; o < outputs.size(); ++o)
                if (!taken.contains(o) && comesBack(row, *outputs[o])) {
                    taken.insert(o);
                    keep(row, i, o, *outputs[o]);
                    break;
                }
        }
    }

    void keep(InputRole& row, std::size_t input, std::size_t output, const graph::GraphOutput& as) {
        if (!row.told) row.reason = Sentence::of("output %1 is what it becomes", std::to_string(output));
        row.role = Role::State;
        row.leaves = output;
        m.stateOutputs.insert(output);
        m.states.push_back({{}, input, output, {as.argument.value()}});
    }

    bool comesBack(const InputRole& row, const graph::GraphOutput& output) const {
        if (output.argument.kind != graph::ArgumentKind::Value) return false;
        const ValueId left = output.argument.value();
        const auto before = sizesOf(m_model, row.value), after = sizesOf(m_model, left);
        if (typeOf(m_model, row.value) != typeOf(m_model, left) || before.size() != after.size() || before.empty()) return false;
        for (std::size_t d = 0; d < before.size(); ++d)
            if (before[d].value != after[d].value || before[d].expression != after[d].expression) return false;
        if (row.role == Role::State) return true;
        return writtenFrom(left, row.value) ||
               (isStateName(row.name) && m.ofContent.empty() && row.role != Role::Mask && row.role != Role::Tokens);
    }

    static bool isStateName(std::string_view name) {
        constexpr std::array<std::string_view, 9> kParts{"state", "cache", "hidden", "past", "h0", "c0", "mem", "h_in", "h_prev"};
        return name == "h" || name == "c" ||
               std::ranges::any_of(kParts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
    }

    /// Whether a value is an input with something put into it, or moved along.
    bool writtenFrom(ValueId value, ValueId input) const {
        constexpr std::array<std::string_view, 7> kWriters{"index_put", "index_copy",   "slice_scatter", "select_scatter",
                                                           "scatter",   "update_cache", "copy"};
        for (int steps = 0; steps < 64; ++steps) {
            value = sourceOf(m_model, value);
            if (value == input) return steps > 0;
            const NodeId producer = m_model.value(value).producer;
            if (!producer.valid()) return false;
            const std::string stem = operatorStem(m_model, producer);
            if (stem == "cat" && steps == 0) {
                const auto arguments = m_model.arguments(m_model.node(producer));
                if (arguments.empty() || arguments[0].kind != graph::ArgumentKind::List) return false;
                for (const graph::Argument& item : m_model.listItems(arguments[0]))
                    if (item.kind == graph::ArgumentKind::Value && sourceOf(m_model, item.value()) == input) return true;
                return false;
            }
            if (std::ranges::find(kWriters, stem) == kWriters.end()) return false;
            value = valueArgument(m_model, producer, 0);
            if (!value.valid()) return false;
        }
        return false;
    }

    void takeAxes() {
        for (InputRole& input : m.inputs) {
            if (!input.value.valid() || !isContent(input.role)) continue;
            const auto sizes = sizesOf(m_model, input.value);
            const int rank = static_cast<int>(sizes.size());
            if (input.role == Role::Tokens) {
                input.sequence = rank == 2 ? 1 : rank == 1 ? 0 : -1;
                input.batch = rank == 2 ? 0 : -1;
            } else if (input.role == Role::PixelValues) {
                input.batch = rank == 4 ? 0 : -1;
            } else if (rank == 3) {
                // [batch, positions, channels]; positions first where the second axis is 1 and the first is a symbol
                const bool first = sizes[0].expression.valid() && !sizes[1].expression.valid() && sizes[1].value == 1;
                input.sequence = first ? 0 : 1;
                input.batch = first ? 1 : 0;
            } else if (rank == 2) {
                // [positions, channels] beside positions or states, or where no row is alone; else rows of a batch
                const bool positions = m.keepsState() || m.has(Role::Positions) || m.has(Role::CachePosition) || mixes(input.value);
                (positions ? input.sequence : input.batch) = 0;
            } else if (rank > 3) {
                input.batch = 0;
            }
        }
        m.sequence = commonAxis([](const InputRole& input) { return input.sequence; });
        m.batch = commonAxis([](const InputRole& input) { return input.batch; });
        if (m.sequence.symbolic() && m.sequence.symbol == m.batch.symbol) m.batch = {};
        for (InputRole& input : m.inputs) placeAxes(input);
    }

    /// Whether a value of the graph has the first axis' symbol twice, as scores of attention have, or ranges over it.
    bool mixes(ValueId value) const {
        const std::string_view symbol = symbolAt(m_model, value, 0);
        if (symbol.empty()) return false;
        for (std::uint32_t v = 0; v < m_model.valueCount(); ++v) {
            const auto sizes = sizesOf(m_model, ValueId(v));
            if (std::ranges::count_if(sizes, [&](const graph::Dim& dim) { return m_model.text(dim.expression) == symbol; }) > 1)
                return true;
        }
        return std::ranges::any_of(m_model.top().nodes, [&](NodeId node) { return operatorStem(m_model, node) == "cumsum"; });
    }

    template <class Which>
    Axis commonAxis(Which which) const {
        Axis axis;
        for (const InputRole& input : m.inputs) {
            const int at = which(input);
            if (at < 0 || !isContent(input.role) || !input.value.valid()) continue;
            const auto sizes = sizesOf(m_model, input.value);
            const graph::Dim& dim = sizes[static_cast<std::size_t>(at)];
            const std::string_view symbol = m_model.text(dim.expression);
            if (axis.there && (axis.symbol != symbol || (symbol.empty() && axis.fixed != dim.value))) continue;
            if (symbol.empty() ? dim.value < 1 : !isPlain(symbol)) continue;
            axis.there = true;
            axis.symbol = symbol;
            axis.fixed = symbol.empty() ? dim.value : 0;
            takeRange(axis);
        }
        return axis;
    }

    void takeRange(Axis& axis) const {
        for (const graph::SymbolRange& range : m_model.ranges()) {
            if (m_model.text(range.symbol) != axis.symbol) continue;
            // 2 stands for "1 or more": tracing takes sizes of 0 and 1 for numbers
            axis.least = range.minInfinite || range.min <= 2 ? 1 : range.min;
            axis.most = range.maxInfinite || range.max > (std::int64_t{1} << 32U) ? 0 : range.max;
        }
    }

    /// The axes of positions, masks and states, by symbol; of fixed sizes those that have as many elements.
    void placeAxes(InputRole& input) const {
        if (!input.value.valid()) return;
        const auto sizes = sizesOf(m_model, input.value);
        const auto find = [&](const Axis& axis, int from) {
            for (int d = from; axis.there && d < static_cast<int>(sizes.size()); ++d) {
                const graph::Dim& dim = sizes[static_cast<std::size_t>(d)];
                if (axis.symbolic() ? m_model.text(dim.expression) == axis.symbol
                                    : !dim.expression.valid() && dim.value == axis.fixed && axis.fixed > 1)
                    return d;
            }
            return -1;
        };
        if (isContent(input.role)) {
            const auto is = [&](int at, const Axis& axis) {
                return at >= 0 && axis.there &&
                       (axis.symbolic() ? symbolAt(m_model, input.value, at) == axis.symbol
                                        : symbolAt(m_model, input.value, at).empty());
            };
            if (!is(input.sequence, m.sequence)) input.sequence = -1;
            if (!is(input.batch, m.batch)) input.batch = -1;
            return;
        }
        input.sequence = find(m.sequence, 0);
        input.batch = m.batch.symbolic() || (m.batch.there && m.batch.fixed > 1) ? find(m.batch, 0) : -1;
        if (input.batch == input.sequence) input.batch = -1;
    }

    /// How many positions tables and caches have room for.
    void takeContext() {
        const auto limit = [&](std::int64_t most) {
            if (most > 0 && (m.context == 0 || most < m.context)) m.context = most;
        };
        for (const InputRole& input : m.inputs) {
            if (!input.value.valid()) continue;
            if (input.role == Role::Mask && m.keepsState()) {
                const auto sizes = sizesOf(m_model, input.value);
                if (!sizes.empty() && !sizes.back().expression.valid() && sizes.back().value > 1) limit(sizes.back().value);
            }
            if (input.role != Role::Positions && input.role != Role::CachePosition) continue;
            limit(input.most);
            for (const Use& use : usesOf(m_model, m_flow, input.value)) {
                if (use.stem != "index_put" && use.stem != "index_copy" && use.stem != "slice_scatter" &&
                    use.stem != "update_cache")
                    continue;
                const ValueId cache = valueArgument(m_model, use.node, use.stem == "update_cache" ? 1 : 0);
                if (!cache.valid()) continue;
                const auto sizes = sizesOf(m_model, cache);
                std::size_t axis = use.element >= 0 ? static_cast<std::size_t>(use.element) : 1;
                if (use.stem != "index_put") {
                    const auto arguments = m_model.arguments(m_model.node(use.node));
                    for (const graph::Argument& argument : arguments)
                        if (argument.kind == graph::ArgumentKind::Int && argument.integer >= 0) {
                            axis = static_cast<std::size_t>(argument.integer);
                            break;
                        }
                }
                if (axis < sizes.size() && !sizes[axis].expression.valid()) limit(sizes[axis].value);
            }
        }
        // Positions that the graph makes of sizes and counters are limited by the range of its symbol.
        if (m.context == 0 && !m.has(Role::Positions) && !m.has(Role::CachePosition) && m.sequence.symbolic())
            m.context = m.sequence.most;
    }

    void takeWindow() {
        for (const NodeId node : m_model.top().nodes) {
            const std::int64_t places = attendedPlaces(m_model, node);
            if (places < 2 || (m.window != 0 && places >= m.window)) continue;
            for (const graph::GraphInput& input : m_model.top().inputs) {
                const bool kept =
                    std::ranges::find(m_stateInputs, input.value) != m_stateInputs.end() ||
                    std::ranges::any_of(m.inputs, [&](const InputRole& row) { return row.leaves && row.value == input.value; });
                if (!kept || !input.value.valid() || !isFloating(typeOf(m_model, input.value).value_or(ScalarType::I64))) continue;
                const auto sizes = sizesOf(m_model, input.value);
                if (sizes.size() >= 2 && std::ranges::any_of(sizes, [&](const graph::Dim& dim) {
                        return !dim.expression.valid() && dim.value == places;
                    }))
                    m.window = places;
            }
        }
    }

    void takeVocabulary() {
        std::set<std::int64_t> rows;
        for (const std::string& name : m_method.session.methodNames()) {
            const session::Method* known = m_method.session.method(name);
            const auto graph = name == m.method ? Result<std::shared_ptr<const GraphModel>>(m.computable->graph)
                                                : m_method.session.graph(name, known->primaryStage(), m_job);
            if (!graph) continue;
            for (const NodeId node : (*graph)->top().nodes) {
                const std::string stem = operatorStem(**graph, node);
                if (!stem.starts_with("embedding")) continue;
                const ValueId table = valueArgument(**graph, node, 0);
                if (table.valid() && !sizesOf(**graph, table).empty()) rows.insert(sizesOf(**graph, table)[0].value);
            }
        }
        for (const graph::GraphOutput* output : m_model.userOutputs()) {
            if (output->argument.kind != graph::ArgumentKind::Value) continue;
            const auto sizes = sizesOf(m_model, output->argument.value());
            if (sizes.size() >= 2 && !sizes.back().expression.valid() && rows.contains(sizes.back().value))
                m.vocabulary = sizes.back().value;
        }
    }

    Subject& m;
    const session::MethodView& m_method;
    const ToldRoles& m_told;
    const JobContext& m_job;
    const GraphModel& m_model;
    const graph::DataFlow& m_flow;
    std::vector<ValueId> m_stateInputs;
};

}  // namespace

std::int64_t attendedPlaces(const GraphModel& model, NodeId node) {
    const std::string stem = operatorStem(model, node);
    const bool softmax = stem.find("softmax") != std::string::npos;
    if (!softmax && stem.find("attention") == std::string::npos && stem.find("sdpa") == std::string::npos) return 0;
    ValueId value = valueArgument(model, node, softmax ? 0 : 1);
    if (!value.valid()) return 0;
    const auto sizes = sizesOf(model, value);
    const std::size_t from = softmax ? 1 : 2;
    if (sizes.size() < from) return 0;
    const graph::Dim& dim = sizes[sizes.size() - from];
    return dim.expression.valid() ? 0 : dim.value;
}

std::string_view roleName(Role role) noexcept { return kRoleNames[static_cast<std::size_t>(role)]; }

std::optional<Role> roleOf(std::string_view word) noexcept {
    const auto* found = std::ranges::find(kRoleNames, word);
    if (found == kRoleNames.end()) return std::nullopt;
    return static_cast<Role>(found - kRoleNames.begin());
}

const InputRole* Subject::first(Role role) const noexcept {
    const auto found = std::ranges::find(inputs, role, &InputRole::role);
    return found == inputs.end() ? nullptr : &*found;
}

const InputRole* Subject::position() const noexcept {
    for (const InputRole& input : inputs)
        if ((input.role == Role::Positions || input.role == Role::CachePosition) && input.used) return &input;
    return nullptr;
}

Result<std::shared_ptr<const Subject>> subjectOf(const session::MethodView& method, const graph::StageId& stage,
                                                 const ToldRoles& told, const JobContext& job) {
    auto computable = replay::computableGraph(method, stage, job);
    if (!computable) return computable.failure();
    auto subject = std::make_shared<Subject>();
    subject->method = method.name;
    subject->stage = stage;
    subject->computable = *std::move(computable);
    subject->prepared = std::make_shared<const evaluate::PreparedGraph>(subject->model());
    Maker(*subject, method, told, job).make();
    if (job.cancelled()) return cancelledFailure();
    return std::shared_ptr<const Subject>(std::move(subject));
}

}  // namespace etscope::consistency
