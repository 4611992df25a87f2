#include "compare/output_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "compare/named_values.h"
#include "compare/test_cases.h"
#include "join/run_records.h"
#include "session/open_file.h"
#include "tensor/npy.h"

namespace etscope::compare {
namespace {

constexpr std::string_view kOut = "out-", kRef = "ref-", kIn = "in-";

std::string_view prefixOf(FileSide side) { return side == FileSide::Reference ? kRef : kOut; }

/// "out-<method>-<number>-<output>.npy"; methods may hold dashes.
struct RawName {
    std::string method;
    std::int64_t number = 0;
    std::int64_t output = 0;
};

/// "<method><dash><number><dash><output>".
std::optional<RawName> parseParts(std::string_view name, char dash) {
    const auto last = name.rfind(dash);
    if (last == std::string_view::npos || last == 0) return std::nullopt;
    const auto before = name.rfind(dash, last - 1);
    if (before == std::string_view::npos || before == 0) return std::nullopt;
    const auto number = parseInt(name.substr(before + 1, last - before - 1));
    const auto output = parseInt(name.substr(last + 1));
    if (!number || !output || *number < 0 || *output < 0) return std::nullopt;
    return RawName{std::string(name.substr(0, before)), *number, *output};
}

std::optional<RawName> parseRawName(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix) || !name.ends_with(".npy")) return std::nullopt;
    return parseParts(validName(name.substr(prefix.size(), name.size() - prefix.size() - 4)), '-');
}

bool isRawName(const std::string& path) { return parseRawName(baseName(path), kOut) || parseRawName(baseName(path), kRef); }

/// `copied`: numpy makes a contiguous copy of an array of rank 0 one-dimensional, and the original comparison, which is given a
/// folder of outputs, sees that shape.
tensor::Tensor readArray(const std::string& path, bool copied = false) {
    const auto source = Source::open(path);
    auto array = source ? tensor::readNpy(ByteRange::whole(*source)) : Result<tensor::Tensor>(source.failure());
    if (array) {
        if (array->shape.empty() && copied) {
            array->shape = {1};
            array->strides.clear();
        }
        return std::move(*array);
    }
    tensor::Tensor unreadable;
    unreadable.state = tensor::DataState::Unreadable;
    unreadable.note = array.error().message;
    return unreadable;
}

OutputValue valueOf(const RawName& name, std::string place, tensor::Value value) {
    return {name.method, name.number, name.output, {}, "file", std::move(place), std::move(value)};
}

using Recorded = std::map<std::string, join::RecordedOutput>;  ///< by path

/// An output of the call that a run.json says; one of no case is compared with nothing.
OutputValue recordedValue(const join::RecordedOutput& output, const std::string& path) {
    OutputValue value = valueOf({output.call.facts().method, 0, output.output}, validName(baseName(path)), readArray(path));
    value.caseIndex = output.call.caseIndex();
    return value;
}

/// Per method the numbers, in ascending order, are its cases; those of both sides count together. `told`: of which calls files are.
Result<std::vector<OutputValue>> rawValues(const std::vector<std::string>& paths, std::string_view prefix, const JobContext& job,
                                           bool copied = false, const Recorded& told = {}) {
    std::map<std::string, std::set<std::int64_t>> numbers;
    for (const std::string& path : paths)
        for (const std::string_view either : {kOut, kRef})
            if (const auto name = parseRawName(baseName(path), either); name && !told.contains(path))
                numbers[name->method].insert(name->number);
    std::vector<OutputValue> values;
    for (const std::string& path : paths) {
        if (const auto hit = told.find(path); hit != told.end()) {
            if (prefix == kOut) values.push_back(recordedValue(hit->second, path));
            continue;
        }
        auto name = parseRawName(baseName(path), prefix);
        if (!name) continue;
        if (job.cancelled()) return cancelledFailure();
        const auto& ofMethod = numbers[name->method];
        name->number = std::distance(ofMethod.begin(), ofMethod.find(name->number));
        values.push_back(valueOf(*name, validName(baseName(path)), readArray(path, copied)));
    }
    return values;
}

/// Two files that are all there is, but for a tokenizer: what is expected and what was given; none: there are others.
struct LonePair {
    std::string method, reference, runtime;
};
std::optional<LonePair> lonePair(const session::Session& session) {
    std::vector<const session::SessionFile*> files;
    for (const session::SessionFile& file : session.files())
        if (file.kind != FileKind::Tokenizer && file.kind != FileKind::MemoryMap && file.kind != FileKind::Trace &&
            file.kind != FileKind::RunRecord)
            files.push_back(&file);  // not of values
    const bool two = files.size() == 2 && session.options().outputFolders.empty() &&
                     std::ranges::all_of(files, [](const session::SessionFile* file) { return file->kind == FileKind::Npy; });
    if (!two) return std::nullopt;
    const std::string &reference = files[0]->path, &runtime = files[1]->path;
    const bool oneName = baseName(reference) == baseName(runtime);
    if (!oneName && (isRawName(reference) || isRawName(runtime))) return std::nullopt;
    std::string method(baseName(reference));
    if (method.ends_with(".npy")) method.resize(method.size() - 4);
    return LonePair{method, reference, runtime};
}

/// One side of them.
OutputSource loneOutput(const session::Session& session, FileSide side) {
    const auto pair = lonePair(session);
    if (!pair) return {};
    return [method = pair->method, path = side == FileSide::Reference ? pair->reference : pair->runtime](const JobContext&) {
        return std::vector<OutputValue>{valueOf({method, 0, 0}, validName(baseName(path)), readArray(path))};
    };
}

Result<std::vector<OutputValue>> folderReferences(const std::string& folder, const JobContext& job) {
    std::vector<std::string> paths;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        paths.push_back(it->path().generic_string());
    if (error) return fail("file-unreadable", "cannot be listed: " + error.message(), escaped(folder));
    std::ranges::sort(paths);
    const bool own = std::ranges::any_of(paths, [](const std::string& path) { return baseName(path).starts_with(kRef); });
    std::erase_if(paths, [own](const std::string& path) { return !baseName(path).starts_with(own ? kRef : kOut); });
    if (paths.empty())
        return fail("reference-empty", "there is no file ref-… or out-<method>-<number>-<output>.npy", escaped(folder));
    return rawValues(paths, own ? kRef : kOut, job);
}

Result<std::vector<OutputValue>> referencesOf(const std::string& path, const std::string& method, Diagnostics& diagnostics,
                                              const JobContext& job) {
    for (const std::string_view prefix : {kRef, kOut})
        if (parseRawName(baseName(path), prefix)) return rawValues({path}, prefix, job);
    const session::SessionFile file = session::openFile(path, diagnostics, job);
    if (file.source == nullptr) return Failure{*file.error};
    auto named = namedValues(file, diagnostics, job);
    if (!named) return named.failure();
    std::vector<OutputValue> values;
    for (NamedValue& one : *named)
        if (const auto name = parseParts(one.name, '/'); name && !one.element)
            values.push_back(valueOf(*name, one.name, std::move(one.value)));
    if (!values.empty()) return values;
    if (method.empty())
        return fail("reference-method", "there are several methods or none: name the values METHOD/CASE/OUTPUT", escaped(path));
    auto inOrder = caseValues(path, diagnostics, job);
    if (!inOrder) return inOrder.failure();
    for (std::size_t i = 0; i < inOrder->size(); ++i)
        values.push_back(valueOf({method, 0, static_cast<std::int64_t>(i)}, validName(baseName(path)), std::move((*inOrder)[i])));
    return values;
}

}  // namespace

std::map<std::string, std::size_t> referenceFileCases(const session::Session& session) {
    std::map<std::string, std::set<std::int64_t>> numbers;
    for (const std::string& path : session.rawOutputFiles())
        if (const auto name = parseRawName(baseName(path), kRef)) numbers[name->method].insert(name->number);
    std::map<std::string, std::size_t> cases;
    for (const auto& [method, ofMethod] : numbers) cases[method] = ofMethod.size();
    return cases;
}

std::map<std::string, RawOutput> rawOutputs(const session::Session& session) {
    using Is = RawOutput::Is;
    std::map<std::string, RawOutput> all;
    if (const auto pair = lonePair(session)) {
        all[pair->reference] = {pair->method, 0, 0, Is::Expected};
        all[pair->runtime] = {pair->method, 0, 0, Is::Given};
        return all;
    }
    std::map<std::pair<std::string, bool>, std::set<std::int64_t>> numbers;  // of outputs of both sides, and of inputs
    for (const std::string& path : session.rawOutputFiles())
        for (const auto& [prefix, is] : {std::pair{kOut, Is::Given}, {kRef, Is::Expected}, {kIn, Is::Input}})
            if (auto name = parseRawName(baseName(path), prefix)) {
                numbers[{name->method, is == Is::Input}].insert(name->number);
                all[path] = {std::move(name->method), name->number, name->output, is};
            }
    for (auto& [path, one] : all) {
        const auto& ofMethod = numbers[{one.method, one.is == Is::Input}];
        one.caseIndex = std::distance(ofMethod.begin(), ofMethod.find(one.caseIndex));
    }
    return all;
}

OutputSource fileOutputs(std::shared_ptr<const session::Session> session, FileSide side) {
    if (auto lone = loneOutput(*session, side)) return lone;
    const auto files = session->rawOutputFiles();
    const bool any = std::ranges::any_of(
        files, [side](const std::string& path) { return parseRawName(baseName(path), prefixOf(side)).has_value(); });
    if (!any) return {};
    return [session = std::move(session), side](const JobContext& job) {
        const bool copied = side == FileSide::Runtime && !session->options().outputFolders.empty();
        const auto records = join::runRecords(*session, job);
        if (!records) return Result<std::vector<OutputValue>>(records.failure());
        return rawValues(session->rawOutputFiles(), prefixOf(side), job, copied, (*records)->outputs);
    };
}

Result<std::vector<OutputValue>> givenReferences(const std::vector<std::string>& paths, const std::string& method,
                                                 Diagnostics& diagnostics, const JobContext& job) {
    std::vector<OutputValue> all;
    for (const std::string& path : paths) {
        std::error_code error;
        auto values =
            std::filesystem::is_directory(path, error) ? folderReferences(path, job) : referencesOf(path, method, diagnostics, job);
        if (!values) return values;
        std::ranges::move(*values, std::back_inserter(all));
    }
    return all;
}

}  // namespace etscope::compare
