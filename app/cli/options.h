// What the command line says, parsed. One struct for all commands: a command reads the fields that its row of the table names.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "describe/program_text.h"

namespace etscope::cli {

struct Options {
    std::string command;
    std::vector<std::string> files;
    std::string file;  ///< `tensor`, `extract`: the only one
    std::vector<std::string> debugBuffers;
    std::string target;  ///< `tensor`: the tensor's name; `extract`: what
    bool json = false, csv = false, tsv = false;
    std::vector<std::string> limits;

    std::string method, stage, role;
    std::vector<std::string> toldRoles, checks;  ///< `consistency`
    std::optional<std::int64_t> caseIndex, index;

    bool dot = false, mermaid = false;
    std::string svg, modelExplorer;
    bool collapsed = false;
    std::optional<std::uint32_t> depth;
    std::string select;

    bool values = false;
    bool dequantised = false;
    bool delegates = false;
    std::string slice;
    std::optional<std::int64_t> channelAxis;
    std::string exportTo;
    std::string output;
    std::string viewer;  ///< address

    std::vector<std::string> npy, references;
    double rtol = 1e-3, atol = 1e-5;
    bool equalNan = false;
    std::optional<std::size_t> worst;
    std::string metric;
    std::vector<std::string> outputTolerances;

    std::vector<std::string> inputs, expected, drops;  ///< `bundle`
    std::string from, fromRecord, fromRun, replace;

    std::string repro;                    ///< `extract`: an address
    std::vector<std::string> what;        ///< `extract`: what, or with `repro` further files
    std::vector<std::string> changes;     ///< `set-metadata`: KEY=VALUE
    bool add = false;                     ///< `set-metadata`
    std::string dropParts = "weights";    ///< `slim`
    bool exitCode = false;                ///< `diff`
    std::vector<std::string> nodePairs;   ///< `diff`: METHOD/STAGE/NODE=NODE
    bool rules = false;                   ///< `lint`: the rules instead of findings
    std::string suppress;                 ///< `lint`: a file of suppressions
    std::vector<std::string> registered;  ///< `kernels`, `lint`: files that list kernels
    bool known = false;                   ///< `metadata`: the keys that runners read instead of those of the files
    bool perChannel = false;
    bool hash = false;                       ///< `tensors`
    bool pairTable = false;                  ///< `containers`: the table of pairs
    std::uint64_t offset = 0, length = 256;  ///< `hex`
    std::vector<std::string> against;        ///< `events`, `gate`, `advise`
    bool summary = false;
    std::string junit, trace;
    std::string image, pixels;                   ///< `tensor`
    std::optional<std::int64_t> pictureChannel;  ///< `tensor`
    std::int64_t picture = 0;                    ///< `tensor`
    std::string referenceValues;
    std::optional<std::size_t> run, referenceRun;
    std::optional<double> ticksPerSecond;
    std::vector<std::string> runMethods, pairs;  ///< RUN=METHOD, RUN=CASE

    bool plan = false, wide = false;  ///< `evaluate`
    std::vector<std::string> nodes;
    std::string reference;  ///< `gap`: computed, run:N or a file

    std::optional<std::size_t> position;  ///< `tokens`
    std::size_t top = 10;

    bool noValues = false;  ///< `conversation`
    bool blame = false;     ///< `conversation`
    std::optional<std::size_t> token;

    std::string writeList;  ///< `kernels`: a selective build's list

    std::string budget, sarif, writeBudget;  ///< `gate`

    std::string member;         ///< which program of several the session is of
    std::string againstMember;  ///< `diff`: the same of the other side
    bool noVerdict = false;     ///< `family`

    std::vector<std::string> methods, cases, sizes;  ///< `run`: all that follow are of it
    std::int64_t repeat = 1;
    std::string keep = "all", modules = "one";            ///< words of run::Values and run::Modules
    std::string python, runner, adb, adbProgram = "adb";  ///< the target; adb: the device's serial number
    double seconds = 600, memoryGib = 8;                  ///< 0: no limit
    double shrinkSeconds = 240;

    std::string topic;  ///< `advise`: all that follow are of it
    std::vector<std::string> schemes, kept, whatIf;
    std::optional<double> bytes, mostKl;
    bool tied = false, byWorst = false;
    std::optional<std::size_t> mostCases, sets;

    std::optional<std::size_t> jobs;  ///< `survey`
    bool listPlaces = false;          ///< `survey`
    std::string order, exportPattern;  ///< `history`

    std::string of;     ///< `related`, `shrink`, `mend`: an address
    std::string shell;  ///< `completion`
};

/// The parser, which writes into `options` when it parses. Both must live together.
std::unique_ptr<CLI::App> makeParser(Options& options);

/// The commands that work on files, in the order of the help.
std::vector<std::string> commandNames();

/// Names are compared as the readers write them; what names a file stays as the system has it. After parsing.
void readNames(Options& options);

/// A number from 0 up; nothing for infinity, NaN and other text.
std::optional<double> toleranceOf(const std::string& text);

/// What the parser says of itself: completion scripts and the manual page are made of it.
describe::ProgramText programText(const CLI::App& parser);
/// The help of a command, of all where it is empty; the exit status.
int printHelp(const CLI::App& parser, const std::string& command);
/// The JSON Schema of a document ("compare", "etscope.compare/1"), or the list of them; the exit status.
int printSchema(const std::string& name);

}  // namespace etscope::cli
