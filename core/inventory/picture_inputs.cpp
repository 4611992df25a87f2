#include "inventory/picture_inputs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "inventory/metadata.h"
#include "tensor/content_hash.h"
#include "tensor/element_reader.h"

namespace etscope::inventory {
namespace {

using program::MetadataEntry;
using program::MetadataValue;

std::string lowered(std::string text) {
    for (char& letter : text) letter = static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
    return text;
}

std::optional<double> numberOf(const MetadataValue& value) {
    if (const auto* number = std::get_if<double>(&value.value)) return *number;
    if (const auto* number = std::get_if<std::int64_t>(&value.value)) return static_cast<double>(*number);
    return std::nullopt;
}

std::vector<double> numbersOf(const MetadataValue& value) {
    if (const auto one = numberOf(value)) return {*one};
    std::vector<double> numbers;
    if (const auto* list = std::get_if<std::vector<MetadataValue>>(&value.value)) {
        for (const MetadataValue& item : *list)
            if (const auto number = numberOf(item)) numbers.push_back(*number);
    } else if (const auto* stored = std::get_if<program::MetadataTensor>(&value.value)) {
        tensor::Tensor tensor;
        tensor.type = stored->type;
        tensor.shape.assign(stored->shape.begin(), stored->shape.end());
        tensor.storage = stored->bytes;
        auto reader = tensor.elementCount() == 3U ? tensor::ElementReader::open(tensor) : fail("slice-invalid", "no triple");
        if (!reader) return numbers;
        if (const auto read = reader->doubles(0, 3)) numbers.assign(read->begin(), read->end());
    }
    return numbers;
}

/// One number for all channels or one for each; nothing for other values.
std::optional<std::array<double, 3>> tripleOf(const MetadataEntry& entry) {
    const std::vector<double> numbers = numbersOf(entry.chosen().value);
    if (numbers.size() != 1 && numbers.size() != 3) return std::nullopt;
    if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); })) return std::nullopt;
    return std::array{numbers.front(), numbers[numbers.size() / 2], numbers.back()};
}

bool speaksOfPictures(const std::string& key) {
    constexpr std::array<std::string_view, 5> kWords{"image", "pixel", "preprocess", "vision", "norm"};
    return std::ranges::any_of(kWords, [&](std::string_view word) { return key.find(word) != std::string::npos; });
}

bool inColours(const TensorRow& row) {
    const auto axes = tensor::pictureAxes(row.tensor);
    return axes && axes->channels == 3 && looksLikePicture(row.tensor);
}

/// Whether both are one input of one case, as different files hold it.
bool isCounterpart(const TensorRow& one, const TensorRow& other) {
    return one.file != other.file && isInput(other) && other.role != TensorRole::ExampleInput && one.method == other.method &&
           one.caseIndex == other.caseIndex && one.index == other.index && one.tensor.type == other.tensor.type &&
           one.tensor.shape == other.tensor.shape;
}

}  // namespace

std::optional<tensor::Normalisation> pictureNormalisation(const session::Session& session) {
    const auto all = metadata(session);
    for (const MetadataEntry& entry : all->entries) {
        const std::string key = lowered(entry.key);
        const auto at = key.find("mean");
        const auto mean = at != std::string::npos && speaksOfPictures(key) ? tripleOf(entry) : std::nullopt;
        if (!mean) continue;
        const std::string wanted = key.substr(0, at) + "std" + key.substr(at + 4);
        for (const MetadataEntry& other : all->entries) {
            const auto std = lowered(other.key) == wanted ? tripleOf(other) : std::nullopt;
            if (!std || std::ranges::find(*std, 0.0) != std->end()) continue;
            return tensor::Normalisation{"metadata", *mean, *std, "from " + entry.key + " and " + other.key};
        }
    }
    return std::nullopt;
}

bool looksLikePicture(const tensor::Tensor& tensor) {
    constexpr std::int64_t kLeastSide = 4, kMostAspect = 8;
    const auto axes = tensor::pictureAxes(tensor);
    if (!axes || tensor.shape.size() < 3) return false;
    const std::int64_t rows = axes->rows, columns = axes->columns;
    const std::int64_t shorter = rows < columns ? rows : columns, longer = rows < columns ? columns : rows;
    return shorter >= kLeastSide && longer / shorter < kMostAspect;
}

bool isInput(const TensorRow& row) {
    return row.role == TensorRole::RepresentativeInput || row.role == TensorRole::BundledInput ||
           row.role == TensorRole::ExampleInput;
}

std::vector<PictureInput> pictureInputs(const std::vector<TensorRow>& tensors, const std::string& method,
                                        std::optional<std::int64_t> caseIndex) {
    std::vector<PictureInput> own, others;
    for (const TensorRow& row : tensors) {
        if (!isInput(row) || !inColours(row)) continue;
        if (row.role != TensorRole::ExampleInput && row.caseIndex != caseIndex) continue;
        (row.method == method ? own : others).push_back({row, row.method != method});
    }
    // What was recorded for the case goes before an example.
    std::vector<PictureInput>& found = own.empty() ? others : own;
    std::ranges::stable_sort(found, {}, [](const PictureInput& one) { return one.row.role == TensorRole::ExampleInput; });
    return found;
}

Result<PictureChecks> pictureChecks(const std::vector<TensorRow>& tensors, const PictureInput& picture, const JobContext& job) {
    PictureChecks checks;
    const auto values = tensor::statistics(picture.row.tensor, job);
    if (!values) return values.failure();
    checks.values = *values;
    if (picture.row.role == TensorRole::ExampleInput) return checks;
    const auto own = tensor::contentHash(picture.row.tensor, job);
    if (!own) return own.failure();
    for (const TensorRow& row : tensors) {
        if (!isCounterpart(picture.row, row)) continue;
        const auto hash = tensor::contentHash(row.tensor, job);
        if (job.cancelled()) return cancelledFailure();
        if (hash) (*hash == *own ? checks.equal : checks.different).push_back(row.file);
    }
    return checks;
}

}  // namespace etscope::inventory
