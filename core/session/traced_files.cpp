#include "session/traced_files.h"

#include <algorithm>
#include <filesystem>

#include "base/base_name.h"
#include "base/escaped.h"
#include "session/open_file.h"
#include "traces/trace.h"

namespace etscope::session {
namespace {

namespace fs = std::filesystem;

std::string realPath(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? path : real.generic_string();
}

/// Names of files that hold values of the trace's calls, without members of archives.
std::set<std::string> valueFiles(const traces::Trace& trace) {
    std::set<std::string> names;
    for (const traces::Line& line : trace.lines()) {
        const auto* call = line.as<traces::Call>();
        if (call == nullptr) continue;
        for (const auto* list : {&call->inputs, &call->outputs})
            for (const traces::ValueClaim& claim : *list)
                if (!claim.file.empty()) names.insert(claim.file.substr(0, claim.file.find('#')));
    }
    return names;
}

/// Paths of what a trace names; those that are not there are told.
std::vector<std::string> named(const SessionFile& file, Diagnostics& diagnostics) {
    const std::string folder = traces::folderOf(file.path);
    const traces::Start& start = file.trace->start();
    std::vector<std::string> paths;
    const auto add = [&](const Result<std::string>& path, const std::string& name) {
        if (path)
            paths.push_back(*path);
        else
            diagnostics.warning("trace-file-absent", escaped(baseName(file.path)) + ": " + escaped(name), path.error().message);
    };
    for (const auto* claim : {&start.program, &start.record, &start.tokenizer})
        if (*claim) add(traces::pathBeside(folder, (*claim)->file), (*claim)->file);
    for (const std::string& dump : file.trace->dumps()) add(traces::pathInFolder(folder, dump), dump);
    return paths;
}

}  // namespace

void openTraced(std::vector<SessionFile>& files, const std::set<std::string>& found, Diagnostics& diagnostics,
                const JobContext& job) {
    std::set<std::string> open, values;
    std::vector<std::string> wanted;
    for (const SessionFile& file : files) {
        open.insert(realPath(file.path));
        if (file.trace == nullptr) continue;
        std::ranges::copy(named(file, diagnostics), std::back_inserter(wanted));
        for (const std::string& name : valueFiles(*file.trace))
            values.insert((fs::path(traces::folderOf(file.path)) / name).lexically_normal().generic_string());
    }
    std::erase_if(files, [&](const SessionFile& file) {
        const bool array = file.kind == FileKind::Npy || file.kind == FileKind::Npz;
        return array && found.contains(file.path) && values.contains(fs::path(file.path).lexically_normal().generic_string());
    });
    for (const std::string& path : wanted)
        if (!job.cancelled() && open.insert(realPath(path)).second) files.push_back(openFile(path, diagnostics, job));
}

}  // namespace etscope::session
