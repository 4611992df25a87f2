#include "session/session.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "base/limits.h"
#include "exported/lowered_module.h"
#include "program/metadata.h"
#include "session/open_file.h"
#include "session/program_names.h"
#include "session/reference_cases.h"
#include "session/session_state.h"
#include "session/sidecars.h"
#include "session/traced_files.h"

namespace etscope::session {
namespace {

namespace fs = std::filesystem;
using graph::StageId;

/// Regular files directly inside a folder, by name, and the programs of assets in it; the path itself for anything else. Errors:
/// `file-unreadable`.
Result<std::vector<std::string>> expand(const std::string& path) {
    std::error_code error, ofEntry;
    if (!fs::is_directory(path, error)) return std::vector{path};
    std::vector<std::string> files;
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error))
        if (it->is_regular_file(ofEntry)) files.push_back(it->path().generic_string());
    if (error) return fail("file-unreadable", "cannot be listed: " + error.message(), escaped(path));
    std::sort(files.begin(), files.end());
    std::ranges::copy(assetPrograms(path), std::back_inserter(files));
    return files;
}

/// The arrays of a folder of raw outputs, by name. Errors: `file-unreadable`, `no-files`.
Result<std::vector<std::string>> arraysIn(const std::string& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return fail("file-unreadable", "there is no such folder", escaped(folder));
    auto files = expand(folder);
    if (!files) return files;
    std::erase_if(*files, [](const std::string& path) { return !path.ends_with(".npy"); });
    if (files->empty()) return fail("no-files", "the folder of raw outputs holds no .npy file", escaped(folder));
    return files;
}

/// Whether any of the files was found in the folder, or in an asset there; true for what is no folder.
bool holdsAnyOf(const std::string& path, const std::vector<SessionFile>& files) {
    constexpr int kDeepestAsset = 3;
    std::error_code error;
    const auto normal = [](const fs::path& folder) { return (folder / "").lexically_normal(); };
    return !fs::is_directory(path, error) || std::ranges::any_of(files, [&](const SessionFile& file) {
        fs::path folder = fs::path(file.path).parent_path();
        for (int up = 0; up < kDeepestAsset; ++up, folder = folder.parent_path())
            if (normal(folder) == normal(path)) return true;
        return false;
    });
}

/// Whether a file that nobody named may hold what the dump logged: long enough, and no text.
bool mayBeBufferOf(const SessionFile& file, const etdump::Dump& dump) {
    const std::uint64_t needed = dump.highestByte();
    if (needed == 0 || file.size < needed) return false;
    const auto start = file.source->read(0, std::min<std::uint64_t>(file.size, 4096));
    return start && std::ranges::find(*start, std::byte{0}) != start->end();
}

/// A debug buffer has no signature: what nothing recognises is that of the only dump, or of the dump with the same name, unless it
/// is text or looks like something else that is damaged. `found`: files that stand in a folder and were not named themselves.
void findDebugBuffers(std::vector<SessionFile>& files, const std::set<std::string>& found) {
    const auto stem = [](const SessionFile& file) { return fs::path(file.path).stem(); };
    std::vector<const SessionFile*> dumps;
    for (const SessionFile& file : files)
        if (file.dump != nullptr) dumps.push_back(&file);
    for (SessionFile& file : files) {
        if (file.kind != FileKind::Unknown || file.source == nullptr || file.zip != nullptr || dumps.empty()) continue;
        if (startsAsText(file.bytes) || doubtOf(file.bytes, file.path)) continue;
        const bool named = std::ranges::any_of(dumps, [&](const SessionFile* dump) { return stem(*dump) == stem(file); });
        const bool only = dumps.size() == 1 && (!found.contains(file.path) || mayBeBufferOf(file, *dumps.front()->dump));
        if (named || only) file.kind = FileKind::DebugBuffer;
    }
}

void tellUnknown(const SessionFile& file, Diagnostics& diagnostics) {
    const auto tell = [&](std::uint64_t at, const std::string& message) {
        diagnostics.warning("file-unknown", escaped(baseName(file.path)) + " @ " + hexOffset(at), message);
    };
    if (file.zip != nullptr) return tell(0, "a zip archive of no known kind");
    const auto doubt = doubtOf(file.bytes, file.path);
    const bool mayBeDump = !doubt || doubt->kind == FileKind::EtDump;
    if (file.size == 0)
        return tell(0, mayBeDump ? "the file is empty: a runner built without ET_EVENT_TRACER_ENABLED writes such ETDumps"
                                 : "the file is empty");
    if (!doubt) return tell(0, "no known signature at its start");
    tell(doubt->offset, "this looks like a file of kind " + std::string(fileKindName(doubt->kind)) + " whose signature is damaged");
}

/// What a record calls like a delegate's graph is a module like any other.
StageId recordedStage(std::string_view name) {
    const StageId stage = StageId::parse(name);
    return stage.insideDelegate() ? StageId::extra(name) : stage;
}

/// Rank of a stage on a model's way: exported, what the user recorded in between, edge, what follows it.
int stageRank(const StageId& stage) {
    return stage == StageId::extra("edge_after_transform") ? 2 * static_cast<int>(StageId::Kind::Edge) + 1
                                                           : 2 * static_cast<int>(stage.kind());
}

}  // namespace

bool Method::has(const StageId& stage) const noexcept { return std::ranges::find(stages, stage) != stages.end(); }

StageId Method::primaryStage() const {
    for (const StageId& wanted : {StageId::exported(), StageId::edge()})
        if (has(wanted)) return wanted;
    return stages.empty() ? StageId() : stages.front();
}

bool Session::State::addStage(const std::string& method, const StageId& stage) {
    const bool full = methods.size() >= limits::kMaxMethods && !methodIndex.contains(method);
    if (full || stages.size() >= limits::kMaxStages) {
        diagnostics.error("session-too-many-methods", escaped(method) + "/" + escaped(stage.text()),
                          "a session lists " + std::to_string(limits::kMaxMethods) + " methods with " +
                              std::to_string(limits::kMaxStages) + " graphs at most; this one is left out");
        return false;
    }
    const auto [known, isNew] = methodIndex.try_emplace(method, methods.size());
    if (isNew) methods.emplace_back().name = method;
    if (!stages.emplace(method, stage).second) return true;
    std::vector<StageId>& own = methods[known->second].stages;
    own.insert(std::ranges::upper_bound(own, stageRank(stage), {}, stageRank), stage);
    return true;
}

Session::Session(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Session::~Session() = default;

Result<std::shared_ptr<const Session>> Session::open(const std::vector<std::string>& paths, const OpenOptions& options,
                                                     const JobContext& job) {
    auto state = std::make_unique<State>();
    state->options = options;
    std::set<std::string> found;
    for (const std::string& told : paths) {
        const std::string given = fs::path(told).generic_string();
        const auto expanded = expand(given);
        if (!expanded) return expanded.failure();
        for (const std::string& path : *expanded) {
            if (job.cancelled()) return cancelledFailure();
            if (path != given) found.insert(path);
            state->files.push_back(openFile(path, state->diagnostics, job));
        }
    }
    for (const std::string& folder : options.outputFolders)
        if (const auto arrays = arraysIn(folder); !arrays) return arrays.failure();
    openLogs(state->files, state->diagnostics, job);
    openTraced(state->files, found, state->diagnostics, job);
    for (const std::string& path : options.debugBuffers) {
        Diagnostics ignored;
        SessionFile file = openFile(path, ignored, job);
        if (file.source == nullptr) state->diagnostics.merge(ignored);
        file.kind = FileKind::DebugBuffer;
        state->files.push_back(std::move(file));
    }
    if (job.cancelled()) return cancelledFailure();
    findDebugBuffers(state->files, found);
    // What a folder holds beside the export (notes, scripts) was not asked for; what looks like a damaged part of it was.
    std::erase_if(state->files, [&found](const SessionFile& file) {
        return file.kind == FileKind::Unknown && !file.error && found.contains(file.path) && !doubtOf(file.bytes, file.path);
    });
    for (const std::string& given : paths)
        if (!holdsAnyOf(given, state->files)) return fail("no-files", "the folder holds no file that is known", escaped(given));
    if (std::none_of(state->files.begin(), state->files.end(), [](const SessionFile& f) { return f.source != nullptr; })) {
        if (state->files.empty()) return fail("no-files", "no file was given");
        return Failure{*state->files.front().error};
    }
    for (const SessionFile& file : state->files)
        if (file.kind == FileKind::Unknown && !file.error) tellUnknown(file, state->diagnostics);
    std::shared_ptr<Session> session(new Session(std::move(state)));
    session->findMethods(job);
    if (job.cancelled()) return cancelledFailure();
    return std::shared_ptr<const Session>(std::move(session));
}

void Session::findMethods(const JobContext& job) {
    State& state = *m_state;
    for (unsigned f = 0; f < state.files.size(); ++f) {
        const SessionFile& file = state.files[f];
        if (file.record != nullptr) {
            if (state.record >= 0) {
                state.diagnostics.warning("session-second-record", escaped(baseName(file.path)),
                                          "second ETRecord ignored: a session compares one");
                continue;
            }
            state.record = static_cast<int>(f);
            const auto& stages = file.record->stages();
            for (std::size_t i = 0; i < stages.size(); ++i) {
                const StageId stage = recordedStage(stages[i].stage);
                if (state.addStage(stages[i].method, stage)) state.places[{stages[i].method, stage}] = {f, static_cast<int>(i), {}};
            }
        }
    }
    for (unsigned f = 0; f < state.files.size(); ++f)  // the record's stages come first
        if (state.files[f].kind == FileKind::ExportedProgram) findExportedPrograms(f, job);
    findPlans();
    findSharedKeys();
    findValues(job);
}

void Session::findExportedPrograms(unsigned f, const JobContext& job) {
    State& state = *m_state;
    const SessionFile& file = state.files[f];
    const auto place = [&](const std::string& method, ByteRange json) {
        const std::pair key(method, StageId::exported());
        const bool placed = !state.places.contains(key) && state.addStage(method, key.second);
        if (placed) state.places[key] = {f, -1, std::move(json)};
        return placed;
    };
    if (file.zip == nullptr) {
        place(methodOfUnnamed(file), file.bytes);
        return;
    }
    Diagnostics diagnostics;
    const auto archive = exported::Pt2Archive::read(file.zip, diagnostics, job);
    if (!archive) diagnostics.error(archive.error());
    for (std::size_t m = 0; archive && m < (*archive)->models.size(); ++m) {
        const exported::Pt2Model& model = (*archive)->models[m];
        const std::string method = model.isUnnamed() ? methodOfUnnamed(file) : model.name;
        auto json = (*archive)->content(model.program);
        if (!json)
            diagnostics.error(json.error());
        else if (place(method, std::move(*json)))
            state.archived[method] = {f, m};
    }
    if (archive) state.files[f].pt2 = *archive;
    addDiagnostics(diagnostics, escaped(baseName(file.path)));
}

/// The method of the session's program that the file's name speaks of, or its only one; without a program "forward", of further
/// files what they are called.
std::string Session::methodOfUnnamed(const SessionFile& file) const {
    std::vector<std::string> plans;
    for (const FileKind kind : {FileKind::Pte, FileKind::Bpte})
        for (const SessionFile& one : m_state->files) {
            if (one.kind != kind || one.program == nullptr || !plans.empty()) continue;
            for (const program::ExecutionPlan& plan : one.program->plans())
                if (!plan.damaged && !program::isConstantMethod(plan)) plans.push_back(plan.name);
        }
    if (plans.size() == 1) return plans.front();
    if (const auto named = NameScores(plans).best(file.path); named.size() == 1) return plans[named.front()];
    const std::string usual = "forward";
    const bool free = !m_state->places.contains({usual, StageId::exported()});
    return free || m_state->record >= 0 ? usual : std::string(programStem(file.path));
}

std::optional<Session::Archived> Session::archived(std::string_view method) const {
    const auto known = m_state->archived.find(method);
    return known != m_state->archived.end() ? std::optional(known->second) : std::nullopt;
}

/// Reference outputs and representative inputs: their pickles say which methods and cases there are.
void Session::findValues(const JobContext& job) {
    State& state = *m_state;
    if (state.record < 0) return;
    const auto& record = *state.files[static_cast<std::size_t>(state.record)].record;
    const std::string fallback = defaultMethod(*this);
    if (const auto entry = record.referenceOutputs()) {
        if (const auto values = artifact(*entry, job)) {
            for (const auto& [method, cases] : referenceCases(**values, fallback)) {
                const auto hit = state.methodIndex.find(method);
                if (hit == state.methodIndex.end()) continue;
                state.methods[hit->second].hasReferenceOutputs = true;
                state.methods[hit->second].referenceCases = cases.size();
            }
        }
    }
    if (record.representativeInputs())
        for (Method& method : state.methods) method.hasRepresentativeInputs = method.name == fallback;
}

const std::vector<SessionFile>& Session::files() const& noexcept { return m_state->files; }
const std::vector<Method>& Session::methods() const& noexcept { return m_state->methods; }

std::vector<std::string> Session::methodNames() const {
    std::vector<std::string> names;
    for (const Method& method : methods()) names.push_back(method.name);
    return names;
}

const Method* Session::method(std::string_view name) const& noexcept {
    const auto hit = m_state->methodIndex.find(name);
    return hit == m_state->methodIndex.end() ? nullptr : &m_state->methods[hit->second];
}

const SessionFile* Session::recordFile() const& noexcept {
    return m_state->record < 0 ? nullptr : &m_state->files[static_cast<std::size_t>(m_state->record)];
}

std::vector<std::string> Session::rawOutputFiles() const {
    std::vector<std::string> paths;
    for (const SessionFile& file : m_state->files)
        if (file.kind == FileKind::Npy) paths.push_back(file.path);
    for (const std::string& folder : m_state->options.outputFolders)
        if (auto arrays = arraysIn(folder)) std::ranges::move(*arrays, std::back_inserter(paths));
    return paths;
}

Result<std::shared_ptr<const pickle::Artifact>> Session::artifact(std::size_t entry, const JobContext& job) const {
    const SessionFile* file = recordFile();
    if (file == nullptr) return fail("no-record", "the session holds no ETRecord");
    return m_state->store.get<pickle::Artifact>(
        std::to_string(entry), job, [&]() -> Result<std::shared_ptr<const pickle::Artifact>> {
            const std::string place = escaped(baseName(file->path)) + " · " + escaped(file->record->zipEntry(entry).name);
            Diagnostics diagnostics;
            auto content = file->record->content(entry);
            auto opened = content ? pickle::Artifact::open(*content, diagnostics, job)
                                  : Result<std::shared_ptr<const pickle::Artifact>>(content.failure());
            if (!opened && !opened.cancelled()) diagnostics.error(opened.error());
            addDiagnostics(diagnostics, place);
            return opened;
        });
}

StageId Session::resolved(std::string_view method, const StageId& stage) const {
    const bool isCall = stage.is(StageId::Kind::Payload) && stage.name().empty() && plan(method) == nullptr;
    return isCall ? StageId::lowered(stage.index()) : stage;
}

Result<std::shared_ptr<const exported::Program>> Session::program(std::string_view method, const StageId& stage,
                                                                  const JobContext& job) const {
    const std::pair key(std::string(method), resolved(method, stage));
    if (key.second.is(StageId::Kind::Lowered)) return loweredProgram(method, key.second, job);
    const auto place = m_state->places.find(key);
    if (place == m_state->places.end()) {
        const bool known = this->method(method) != nullptr;
        return fail(known ? "no-such-stage" : "no-such-method", "the session has no such graph", key.first + "/" + stage.text());
    }
    return m_state->store.get<exported::Program>(
        storeKey(method, stage.text()), job, [&]() -> Result<std::shared_ptr<const exported::Program>> {
            ByteRange json = place->second.json;
            const SessionFile& file = m_state->files[place->second.file];
            if (place->second.entry >= 0) {
                auto content = file.record->content(file.record->stages()[static_cast<std::size_t>(place->second.entry)].program);
                if (!content) return content.failure();
                json = *content;
            }
            Diagnostics diagnostics;
            auto program = exported::Program::read(json, diagnostics, job);
            addDiagnostics(diagnostics, escaped(baseName(file.path)) + " · " + key.first + "/" + stage.text());
            return program;
        });
}

Result<std::shared_ptr<const exported::Program>> Session::loweredProgram(std::string_view method, const StageId& stage,
                                                                         const JobContext& job) const {
    const std::string place = std::string(method) + "/" + stage.text();
    const auto outer = program(method, StageId::edge(), job);
    if (!outer) return outer.failure();
    const auto calls = (*outer)->graph->delegates();
    if (stage.index() >= calls.size())
        return fail("no-such-stage", "the edge graph has " + std::to_string(calls.size()) + " delegate calls with a graph inside",
                    place);
    return m_state->store.get<exported::Program>(
        storeKey(method, stage.text()), job, [&]() -> Result<std::shared_ptr<const exported::Program>> {
            Diagnostics diagnostics;
            auto module = exported::LoweredModule::read(*(*outer)->graph, stage.index(), diagnostics, job);
            if (!module) return module.failure();
            auto program = module->program(diagnostics, job);
            addDiagnostics(diagnostics, place);
            return program;
        });
}

const OpenOptions& Session::options() const& noexcept { return m_state->options; }

Store& Session::store() const noexcept { return m_state->store; }

Diagnostics Session::diagnostics() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->diagnostics;
}

void Session::addDiagnostics(const Diagnostics& found, std::string_view place) const {
    Diagnostics diagnostics;
    diagnostics.merge(found, place);
    // What a question that is asked again finds again is told once.
    std::string all;
    for (const Diagnostic& item : diagnostics.items())
        all += item.code + '\0' + item.where + '\0' + item.message + '\0' + std::to_string(item.count) + '\n';
    const std::lock_guard lock(m_state->mutex);
    if (!all.empty() && m_state->told.insert(std::hash<std::string>{}(all)).second) m_state->diagnostics.merge(diagnostics);
}

std::vector<std::string> Session::changedFiles() const {
    std::vector<std::string> changed;
    for (const SessionFile& file : m_state->files)
        if (file.source != nullptr && !file.source->unchangedOnDisk()) changed.push_back(file.path);
    return changed;
}

}  // namespace etscope::session
