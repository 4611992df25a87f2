// Session: files opened together and joined. The one thing that reports (core/report) and pages (ui) ask. Opening reads
// directories and side tables only; graphs, tensor lists and comparisons are computed when asked for and kept. Immutable
// from outside, caches inside are locked: any thread may ask. To add or reload files, open a new session from the paths.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "bundle/bundle.h"
#include "delegates/delegates.h"
#include "etdump/dump.h"
#include "etrecord/record.h"
#include "exported/program.h"
#include "exported/pt2_archive.h"
#include "graph/stage_id.h"
#include "io/file_kind.h"
#include "pickle/torch_archive.h"
#include "program/program.h"
#include "session/store.h"
#include "tensor/tensor.h"
#include "tensordata/tensor_data.h"

namespace etscope::traces {
class Trace;
}

namespace etscope::session {

/// One opened file. `index` is its place in Session::files() and the "file" number of the command line.
struct SessionFile {
    std::string path;
    FileKind kind = FileKind::Unknown;
    std::uint64_t size = 0;
    std::shared_ptr<const Source> source;  ///< null when it could not be opened (`error` says why)
    ByteRange bytes;  ///< of `source`: all of it, or the part that the path names ("model.pte#delegate:forward:0")
    std::shared_ptr<const ZipIndex> zip;  ///< of zip-like kinds
    std::shared_ptr<const etrecord::Record> record;
    std::shared_ptr<const exported::Pt2Archive> pt2;
    std::shared_ptr<const bundle::Bundle> bundle;
    std::shared_ptr<const program::Program> program;  ///< of a `.pte`, and the one inside a bundled program
    std::shared_ptr<const tensordata::TensorData> tensorData;
    std::shared_ptr<const delegates::Decoded> native;
    std::shared_ptr<const etdump::Dump> dump;
    std::shared_ptr<const traces::Trace> trace;
    std::optional<Error> error;   ///< why nothing of it can be read
    std::optional<Error> damage;  ///< the first error met in what was read of it
    std::string detail;           ///< "G10", "torch_save archive", … for people
    /// Share of the file that could be read, by its own account of sizes; 1 for whole files.
    double readable = 1.0;
};

/// What the directory alone says about a method.
struct Method {
    std::string name;
    std::vector<graph::StageId> stages;  ///< those outside delegates, in the order of the model's way
    std::size_t referenceCases = 0;      ///< 0: no reference outputs
    bool hasReferenceOutputs = false;
    bool hasRepresentativeInputs = false;

    bool has(const graph::StageId& stage) const noexcept;
    /// The stage that speaks for the method (inputs, outputs, parameters): exported, else edge, else the first.
    graph::StageId primaryStage() const;
};

class Session;

/// What a session of one of several programs is a part of (join::programInView).
struct Part {
    std::shared_ptr<const Session> whole;
    std::string member;                 ///< the program's name in its family
    std::vector<std::string> doubtful;  ///< paths of its files whose values may be another program's, which nothing tells
    std::vector<std::string> programs;  ///< names of all, in their order; empty where the session is no one's view
    bool chosen = false;                ///< the program was asked for; else it is the first that can be read
};

struct OpenOptions {
    std::vector<std::string> outputFolders;         ///< `--npy DIR`: raw outputs named out-<method>-<number>-<output>.npy
    std::vector<std::string> debugBuffers;          ///< `--debug-buffer FILE`: further files, whatever they look like
    std::map<std::size_t, std::string> runMethods;  ///< `--run-method RUN=METHOD`
    std::map<std::size_t, std::int64_t> runCases;   ///< `--pair RUN=CASE`
    std::shared_ptr<const Part> part;               ///< null: all files that were opened
};

class Session : public std::enable_shared_from_this<Session> {
public:
    /// Opens and recognises all files. Succeeds when at least one can be opened; every other problem is a diagnostic or a
    /// file with an `error`. A folder stands for the files directly inside it
    /// that are of a known kind. Errors: `no-files`, `cancelled`, what kept the first file from being opened.
    static Result<std::shared_ptr<const Session>> open(const std::vector<std::string>& paths, const OpenOptions& options,
                                                       const JobContext& job);
    ~Session();

    const std::vector<SessionFile>& files() const& noexcept;
    const std::vector<SessionFile>& files() const&& = delete;
    const std::vector<Method>& methods() const& noexcept;
    const std::vector<Method>& methods() const&& = delete;
    const Method* method(std::string_view name) const& noexcept;
    std::vector<std::string> methodNames() const;
    /// The only ETRecord (the anchor of the session), or nullptr.
    const SessionFile* recordFile() const& noexcept;
    /// The program that the session joins: the first `.pte`, else that of the first bundled program, or nullptr.
    const SessionFile* programFile() const& noexcept;
    /// Its plan of that method, or nullptr.
    const program::ExecutionPlan* plan(std::string_view method) const& noexcept;
    const program::ExecutionPlan* plan(std::string_view method) const&& = delete;
    const OpenOptions& options() const& noexcept;
    const OpenOptions& options() const&& = delete;
    /// All files that were opened, those of other programs too; this session where there are none.
    const Session& whole() const noexcept;
    /// The raw output files: `.npy` files of the session and of the folders it was opened with, by path.
    std::vector<std::string> rawOutputFiles() const;
    struct Archived {
        unsigned file = 0;      ///< of files()
        std::size_t model = 0;  ///< of its archive
        friend bool operator==(const Archived&, const Archived&) = default;
    };
    /// The program of a `.pt2` archive that is the method's stage "exported"; nothing: that is a record's, or there is none.
    std::optional<Archived> archived(std::string_view method) const;
    /// The record's artifact of that entry (etrecord::Entry index), opened on first call and kept: directory and pickle only.
    Result<std::shared_ptr<const pickle::Artifact>> artifact(std::size_t entry, const JobContext& job) const;

    /// The stage's own name: "delegate:<i>" of a session without the method's program is the lowered module of call i.
    graph::StageId resolved(std::string_view method, const graph::StageId& stage) const;
    /// A recorded stage's program, or that of a lowered module, decoded on first call and kept. Errors: `no-such-method`,
    /// `no-such-stage`, those of the reader.
    Result<std::shared_ptr<const exported::Program>> program(std::string_view method, const graph::StageId& stage,
                                                             const JobContext& job) const;
    /// The graph of any stage: those of program(), the execution plan or the method of a native file, decoded payloads. Where a
    /// payload cannot be decoded, the lowered module that it was made from stands for it. Errors: those of program() and
    /// delegate(), `delegate-not-decoded`.
    Result<std::shared_ptr<const graph::GraphModel>> graph(std::string_view method, const graph::StageId& stage,
                                                           const JobContext& job) const;
    /// The same for a stage's text.
    Result<std::shared_ptr<const exported::Program>> program(std::string_view method, std::string_view stage,
                                                             const JobContext& job) const {
        return program(method, graph::StageId::parse(stage), job);
    }
    Result<std::shared_ptr<const graph::GraphModel>> graph(std::string_view method, std::string_view stage,
                                                           const JobContext& job) const {
        return graph(method, graph::StageId::parse(stage), job);
    }
    /// The payload of delegate `index` of the program's plan, decoded on first call and kept. Errors: `no-such-delegate`, those of
    /// delegates::decode.
    Result<std::shared_ptr<const delegates::Decoded>> delegate(std::string_view method, std::size_t index,
                                                               const JobContext& job) const;
    /// Where functions of the rooms above keep what they have found.
    Store& store() const noexcept;

    /// All diagnostics met so far, those of lazy reads included. A snapshot.
    Diagnostics diagnostics() const;
    /// `place` is put before the place of each.
    void addDiagnostics(const Diagnostics& found, std::string_view place = {}) const;

    /// Whether any file has changed on disk since it was opened.
    std::vector<std::string> changedFiles() const;

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);
    void findMethods(const JobContext& job);
    void findExportedPrograms(unsigned file, const JobContext& job);
    std::string methodOfUnnamed(const SessionFile& file) const;
    void findValues(const JobContext& job);
    void findPlans();
    void findNativeGraphs(const SessionFile& file);
    void findSharedKeys();
    /// What the runtime gives a delegate for a key: the data of external files, else the program's own.
    std::optional<ByteRange> namedData(std::string_view key) const;
    Result<std::shared_ptr<const exported::Program>> loweredProgram(std::string_view method, const graph::StageId& stage,
                                                                    const JobContext& job) const;
    Result<std::shared_ptr<const graph::GraphModel>> payloadGraph(std::string_view method, const graph::StageId& stage,
                                                                  const JobContext& job) const;
    std::unique_ptr<State> m_state;
};

/// One method of a session, as functions take it. Keeps a reference to the session.
struct MethodView {
    MethodView(const Session& session, std::string_view name) : session(session), name(name) {}

    const Session& session;
    const std::string name;

    /// What the directory says about it; nullptr: the session has no such method.
    const Method* known() const noexcept { return session.method(name); }
    // Session's functions of these names, for this method.
    const program::ExecutionPlan* plan() const noexcept { return session.plan(name); }
    graph::StageId resolved(const graph::StageId& stage) const { return session.resolved(name, stage); }
    Result<std::shared_ptr<const exported::Program>> program(const graph::StageId& stage, const JobContext& job) const {
        return session.program(name, stage, job);
    }
    Result<std::shared_ptr<const graph::GraphModel>> graph(const graph::StageId& stage, const JobContext& job) const {
        return session.graph(name, stage, job);
    }
    Result<std::shared_ptr<const delegates::Decoded>> delegate(std::size_t index, const JobContext& job) const {
        return session.delegate(name, index, job);
    }
    Store& store() const noexcept { return session.store(); }
    /// A key of what is kept for this method.
    std::string key(std::string_view rest) const { return storeKey(name, rest); }
};

}  // namespace etscope::session
