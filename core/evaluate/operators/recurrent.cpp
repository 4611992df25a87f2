// Recurrent layers, as graphs hold them before they are decomposed: LSTM, GRU and plain cells, of several layers and both
// directions.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "evaluate/elements.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/moves.h"

namespace etscope::evaluate {

namespace {

using Numbers = std::vector<double>;

enum class Cell : std::uint8_t { Lstm, Gru, Tanh, Relu };

constexpr std::int64_t gatesOf(Cell cell) noexcept { return cell == Cell::Lstm ? 4 : cell == Cell::Gru ? 3 : 1; }

double sigmoid(double x) noexcept { return 1 / (1 + std::exp(-x)); }

/// What one layer has in one direction.
struct Weights {
    std::int64_t input = 0, hidden = 0, given = 0;  ///< `given`: what goes out and comes back, where it is projected
    Numbers ofInput, ofState, inputBias, stateBias, projection;
};

struct Sizes {
    std::int64_t steps = 0, batch = 0;
};

/// Row r of `weights` times x, plus the bias.
double row(const Numbers& weights, const Numbers& bias, std::int64_t r, const double* x, std::int64_t n) noexcept {
    double sum = bias.empty() ? 0 : bias[static_cast<std::size_t>(r)];
    const double* w = weights.data() + r * n;
    for (std::int64_t k = 0; k < n; ++k) sum += w[k] * x[k];
    return sum;
}

/// One direction of one layer over all steps.
class Layer {
public:
    Layer(const Context& context, Cell cell, const Weights& weights)
        : m_context(context), m_cell(cell), m_weights(weights), m_made(static_cast<std::size_t>(weights.hidden)) {
        m_fromInput.resize(static_cast<std::size_t>(gatesOf(cell) * weights.hidden));
        m_fromState.resize(m_fromInput.size());
    }

    /// `x`: [steps, batch, input]; `state`: [batch, given], `memory`: [batch, hidden] of an LSTM; both become those behind the last
    /// step. Writes its outputs into columns of `into`, [steps, batch, width], from `column` on.
    void run(const Numbers& x, const Sizes& sizes, bool backwards, Numbers& state, Numbers& memory, Numbers& into,
             std::int64_t width, std::int64_t column) {
        const std::int64_t given = m_weights.given;
        for (std::int64_t s = 0; s < sizes.steps; ++s) {
            const std::int64_t step = backwards ? sizes.steps - 1 - s : s;
            for (std::int64_t b = 0; b < sizes.batch; ++b) {
                m_context.poll();
                m_context.charge(std::ssize(m_weights.ofInput) + std::ssize(m_weights.ofState));
                double* h = state.data() + b * given;
                double* c = m_cell == Cell::Lstm ? memory.data() + b * m_weights.hidden : nullptr;
                turn(x.data() + (step * sizes.batch + b) * m_weights.input, h, c);
                std::copy_n(h, given, into.data() + (step * sizes.batch + b) * width + column);
            }
        }
    }

private:
    void turn(const double* x, double* h, double* c) {
        for (std::size_t g = 0; g < m_fromInput.size(); ++g) {
            const auto r = static_cast<std::int64_t>(g);
            m_fromInput[g] = row(m_weights.ofInput, m_weights.inputBias, r, x, m_weights.input);
            m_fromState[g] = row(m_weights.ofState, m_weights.stateBias, r, h, m_weights.given);
        }
        for (std::int64_t i = 0; i < m_weights.hidden; ++i) {
            const double before = m_weights.projection.empty() ? h[i] : 0;
            m_made[static_cast<std::size_t>(i)] = next(i, before, c);
        }
        if (m_weights.projection.empty())
            std::ranges::copy(m_made, h);
        else
            for (std::int64_t i = 0; i < m_weights.given; ++i)
                h[i] = row(m_weights.projection, {}, i, m_made.data(), m_weights.hidden);
    }

    double next(std::int64_t i, double before, double* c) const {
        const auto at = [&](std::int64_t gate) { return static_cast<std::size_t>(gate * m_weights.hidden + i); };
        const auto both = [&](std::int64_t gate) { return m_fromInput[at(gate)] + m_fromState[at(gate)]; };
        if (m_cell == Cell::Lstm) {
            c[i] = sigmoid(both(1)) * c[i] + sigmoid(both(0)) * std::tanh(both(2));
            return sigmoid(both(3)) * std::tanh(c[i]);
        }
        if (m_cell == Cell::Gru) {
            const double update = sigmoid(both(1));
            const double made = std::tanh(m_fromInput[at(2)] + sigmoid(both(0)) * m_fromState[at(2)]);
            return made + update * (before - made);
        }
        return m_cell == Cell::Tanh ? std::tanh(both(0)) : both(0) <= 0 ? 0 : both(0);
    }

    const Context& m_context;
    Cell m_cell;
    const Weights& m_weights;
    Numbers m_fromInput, m_fromState, m_made;
};

/// The weights of all layers and directions, from the list that the operator takes.
class WeightList {
public:
    WeightList(const Call& call, Cell cell, std::int64_t cells) : m_cell(cell), m_given(call.arrays("params")) {
        const std::int64_t count = std::ssize(m_given), biases = call.flag("has_biases") ? 2 : 0;
        m_projected = cell == Cell::Lstm && count == cells * (3 + biases);
        m_biases = biases > 0;
        m_each = static_cast<std::size_t>(2 + biases + (m_projected ? 1 : 0));
        if (count != cells * static_cast<std::int64_t>(m_each)) refuseArguments("a recurrent layer with another number of weights");
    }

    Weights of(std::size_t cell, std::int64_t input) const {
        const auto matrix = [&](std::size_t i, std::int64_t columns, std::int64_t rows) {
            const Array& array = m_given[cell * m_each + i];
            if (array.rank() != 2 || array.shape[1] != columns || (rows >= 0 && array.shape[0] != rows))
                refuseArguments("weights of a recurrent layer that do not fit what they are multiplied with");
            return doublesOf(array);
        };
        const Array& first = m_given[cell * m_each];
        if (first.rank() != 2 || first.shape[0] % gatesOf(m_cell) != 0) refuseArguments("gates of different sizes");
        Weights made;
        made.input = input;
        made.hidden = first.shape[0] / gatesOf(m_cell);
        const Array& back = m_given[cell * m_each + 1];
        made.given = m_projected && back.rank() == 2 ? back.shape[1] : made.hidden;
        made.ofInput = matrix(0, input, -1);
        made.ofState = matrix(1, made.given, first.shape[0]);
        for (std::size_t i = 0; m_biases && i < 2; ++i) {
            const Array& bias = m_given[cell * m_each + 2 + i];
            if (bias.count() != first.shape[0]) refuseArguments("a bias of another size than its gates");
            (i == 0 ? made.inputBias : made.stateBias) = doublesOf(bias);
        }
        if (m_projected) made.projection = matrix(m_each - 1, made.hidden, made.given);
        return made;
    }

private:
    Cell m_cell;
    std::vector<Array> m_given;
    std::size_t m_each = 2;
    bool m_biases = false, m_projected = false;
};

/// [steps, batch, …] from or to [batch, steps, …].
Numbers swapped(const Numbers& from, std::int64_t outer, std::int64_t inner, std::int64_t width) {
    Computing::list(std::ssize(from), sizeof(double));
    Numbers to(from.size());
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t i = 0; i < inner; ++i)
            std::copy_n(from.begin() + (o * inner + i) * width, width, to.begin() + (i * outer + o) * width);
    return to;
}

Value arrayOf(const Context& context, const Numbers& values, Dims shape, ScalarType type) {
    Array made = context.makeStored(ScalarType::F64, ScalarType::F64, std::move(shape));
    std::ranges::copy(values, reinterpret_cast<double*>(made.storage->data()));
    return fresh(context, made, type);
}

/// The state of each layer and direction, [cells, batch, width].
Numbers stateOf(const Array& state, std::int64_t cells, std::int64_t batch) {
    if (state.rank() != 3 || state.count() == 0 || state.shape[0] != cells || state.shape[1] != batch)
        refuseArguments("a state that is not of all layers, directions and batches");
    return doublesOf(state);
}

struct Network {
    Numbers output;
    Numbers state, memory;  ///< behind the last step, of all cells
    std::int64_t width = 0;
};

Network run(const Call& call, Cell cell, const Sizes& sizes, Network given, std::int64_t directions) {
    const std::int64_t layers = call.integer("num_layers");
    const WeightList list(call, cell, layers * directions);
    Network made;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        Numbers out;
        std::int64_t width = 0;
        for (std::int64_t way = 0; way < directions; ++way) {
            const std::int64_t place = layer * directions + way;
            const Weights weights = list.of(static_cast<std::size_t>(place), given.width);
            const auto part = [&](const Numbers& all, std::int64_t each) {
                if (std::ssize(all) != layers * directions * sizes.batch * each)
                    refuseArguments("a state of another width than its layer");
                return Numbers(all.begin() + place * sizes.batch * each, all.begin() + (place + 1) * sizes.batch * each);
            };
            Numbers state = part(given.state, weights.given);
            Numbers memory = cell == Cell::Lstm ? part(given.memory, weights.hidden) : Numbers();
            width = weights.given * directions;
            const std::int64_t made_ = checkedCount(Dims{sizes.steps, sizes.batch, width});
            Computing::list(made_, sizeof(double));
            out.resize(static_cast<std::size_t>(made_));
            Layer(call.context(), cell, weights).run(given.output, sizes, way == 1, state, memory, out, width, way * weights.given);
            made.state.insert(made.state.end(), state.begin(), state.end());
            made.memory.insert(made.memory.end(), memory.begin(), memory.end());
        }
        given.output = std::move(out);
        given.width = width;
    }
    made.output = std::move(given.output);
    made.width = given.width;
    return made;
}

Values recurrent(const Call& call, Cell cell) {
    const Array& input = call.array("input");
    const std::int64_t layers = call.integer("num_layers"), directions = call.flag("bidirectional") ? 2 : 1;
    if (input.count() == 0) refuseUnsupported("a recurrent layer over nothing");
    if (layers > 1024) refuseArguments("a recurrent layer over something else than sequences");
    if (call.flag("train") && call.number("dropout") != 0 && layers > 1) refuseUnsupported("dropout: its values are random");
    const bool batchFirst = call.flag("batch_first");
    Sizes sizes{input.shape[batchFirst ? 1 : 0], input.shape[batchFirst ? 0 : 1]};
    const auto states = cell == Cell::Lstm ? call.arrays("hx") : std::vector<Array>{call.array("hx")};
    if (states.size() != (cell == Cell::Lstm ? 2U : 1U)) refuseArguments("another number of states");
    Network given{doublesOf(input), stateOf(states[0], layers * directions, sizes.batch), {}, input.shape[2]};
    if (cell == Cell::Lstm) given.memory = stateOf(states[1], layers * directions, sizes.batch);
    if (batchFirst) given.output = swapped(given.output, sizes.batch, sizes.steps, given.width);
    Network made = run(call, cell, sizes, std::move(given), directions);
    if (batchFirst) made.output = swapped(made.output, sizes.steps, sizes.batch, made.width);
    const Context& context = call.context();
    Dims shape = input.shape;
    shape[2] = made.width;
    Values results;
    results.push_back(arrayOf(context, made.output, std::move(shape), input.type));
    results.push_back(arrayOf(context, made.state, states[0].shape, input.type));
    if (cell == Cell::Lstm) results.push_back(arrayOf(context, made.memory, states[1].shape, input.type));
    return results;
}

constexpr std::string_view kParameters = "input hx params has_biases num_layers dropout train bidirectional batch_first";

constexpr auto kRecurrentRows = std::to_array<OperatorRow>({
    {"aten.gru.input", kParameters, [](const Call& call) { return recurrent(call, Cell::Gru); }, Rule::Chain},
    {"aten.lstm.input", kParameters, [](const Call& call) { return recurrent(call, Cell::Lstm); }, Rule::Chain},
    {"aten.rnn_relu.input", kParameters, [](const Call& call) { return recurrent(call, Cell::Relu); }, Rule::Chain},
    {"aten.rnn_tanh.input", kParameters, [](const Call& call) { return recurrent(call, Cell::Tanh); }, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> recurrentRows() { return kRecurrentRows; }

}  // namespace etscope::evaluate
