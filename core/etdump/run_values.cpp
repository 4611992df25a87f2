// Which events the values of a run belong to; values that a dump lacks put among them.
#include <algorithm>
#include <unordered_map>

#include "etdump/dump.h"

namespace etscope::etdump {
namespace {

struct PlaceHash {
    std::size_t operator()(const Place& place) const noexcept {
        std::uint64_t h = static_cast<std::uint32_t>(place.chain);
        for (const std::uint64_t part : {std::uint64_t{static_cast<std::uint32_t>(place.instruction)},
                                         std::uint64_t{static_cast<std::uint32_t>(place.delegate.number)},
                                         std::uint64_t{place.delegate.text}, std::uint64_t(place.delegate.kind)})
            h = (h ^ part) * 0x9E37'79B9'7F4A'7C15ULL;
        return static_cast<std::size_t>(h ^ (h >> 29U));
    }
};

}  // namespace

/// A value belongs to the next event of its place (kernels and delegate calls are noted when they end), else to the last one
/// (outputs are logged behind the execution), else to the run.
void Dump::attachValues(Run& run) {
    if (run.values.count == 0) return;
    std::span<Event> events(m_events.data() + run.events.first, run.events.count);
    std::span<LoggedValue> values(m_values.data() + run.values.first, run.values.count);
    std::unordered_map<Place, std::vector<std::uint32_t>, PlaceHash> byPlace;
    for (std::uint32_t e = 0; e < events.size(); ++e) byPlace[events[e].place].push_back(e);
    const auto isExecute = [this](const Event& event) { return m_texts[event.name] == "Method::execute"; };
    const auto executed = static_cast<std::uint32_t>(std::ranges::find_if(events, isExecute) - events.begin());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> owned;  // event, value
    for (std::uint32_t v = 0; v < values.size(); ++v) {
        LoggedValue& value = values[v];
        value.programOutput = value.output;
        const auto places = byPlace.find(value.place);
        if (places == byPlace.end()) {
            run.looseValues.push_back(v);
            continue;
        }
        const auto next = std::ranges::lower_bound(places->second, value.eventsBefore);
        const std::uint32_t event = next != places->second.end() ? *next : places->second.back();
        owned.emplace_back(event, v);
        const bool scalar = value.kind != ValueKind::Tensor && value.kind != ValueKind::TensorList;
        if (scalar && value.place == Place{-1, -1, {}}) value.programOutput = executed < value.eventsBefore;
    }
    std::ranges::stable_sort(owned, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
    for (const auto& [event, value] : owned) {
        if (events[event].valueCount++ == 0) events[event].firstValue = static_cast<std::uint32_t>(m_valuesByEvent.size());
        m_valuesByEvent.push_back(value);
    }
}

std::shared_ptr<const Dump> Dump::with(std::span<const MissingValue> missing) const {
    auto dump = std::make_shared<Dump>(*this);
    dump->m_values.clear();
    dump->m_valuesByEvent.clear();
    for (Event& event : dump->m_events) event.firstValue = event.valueCount = 0;
    const auto range = [](std::vector<std::int64_t>& dims, const std::vector<std::int64_t>& added) {
        dims.insert(dims.end(), added.begin(), added.end());
        return static_cast<std::uint32_t>(dims.size() - added.size());
    };
    const auto add = [&](const MissingValue& one) {
        LoggedValue value{one.place, ValueKind::Unknown, one.placed ? ValueOrigin::Placed : ValueOrigin::Lost, one.output};
        value.firstTensor = static_cast<std::uint32_t>(dump->m_tensors.size());
        value.eventsBefore = one.eventsBefore;
        if (one.type != ScalarType::Unknown) {
            value.kind = ValueKind::Tensor;
            value.tensorCount = 1;
            LoggedTensor tensor{one.type, one.offset, range(dump->m_dims, one.sizes), range(dump->m_dims, one.strides)};
            tensor.rank = static_cast<std::uint16_t>(one.sizes.size());
            tensor.strideCount = static_cast<std::uint16_t>(one.strides.size());
            dump->m_tensors.push_back(tensor);
        }
        dump->m_values.push_back(value);
    };
    auto next = missing.begin();
    for (std::size_t r = 0; r < m_runs.size(); ++r) {
        Run& run = dump->m_runs[r];
        const auto logged = values(m_runs[r]);
        run.values.first = static_cast<std::uint32_t>(dump->m_values.size());
        run.looseValues.clear();
        for (std::size_t v = 0; v <= logged.size(); ++v) {
            for (; next != missing.end() && next->run == r && next->valuesBefore <= v; ++next) add(*next);
            if (v < logged.size()) dump->m_values.push_back(logged[v]);
        }
        run.values.count = static_cast<std::uint32_t>(dump->m_values.size()) - run.values.first;
        dump->attachValues(run);
    }
    return dump;
}

}  // namespace etscope::etdump
