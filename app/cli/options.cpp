#include "options.h"

#include <cmath>
#include <cstdlib>

#include "base/name_text.h"
#include "history/history.h"
#include "version.h"
#include "work_options.h"

namespace etscope::cli {

void readNames(Options& options) {
    for (std::string* name : {&options.method, &options.stage, &options.member, &options.againstMember}) *name = validName(*name);
    if (options.command != "diff") options.target = validName(options.target);
}

std::optional<double> toleranceOf(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

namespace {

using Adder = void (*)(CLI::App&, Options&);

void addFiles(CLI::App& app, Options& o) { app.add_option("FILE", o.files, "Files of one session, in any order")->required(); }
void addMethod(CLI::App& app, Options& o) { app.add_option("--method", o.method, "Only this method"); }
void addStage(CLI::App& app, Options& o) {
    app.add_option("--stage", o.stage, "Only this stage: exported, edge, delegate:<i>, lowered:<i>, …");
}
void addTensorFilter(CLI::App& app, Options& o) {
    addMethod(app, o);
    addStage(app, o);
    app.add_option("--role", o.role, "parameter, buffer, constant, example_input, reference_output, …");
    app.add_option("--case", o.caseIndex, "Case number of reference outputs and representative inputs");
    app.add_option("--index", o.index, "Position among the inputs or outputs");
}
void addDiff(CLI::App& app, Options& o) {
    app.add_option("LEFT", o.file, "A file, or a folder of files of one session")->required();
    app.add_option("RIGHT", o.target, "The other; with --against-member LEFT unless told");
    app.add_option("--against-member", o.againstMember, "Of several programs of RIGHT the one of this name")->type_name("NAME");
    addMethod(app, o);
    addStage(app, o);
    app.add_option("--pair-nodes", o.nodePairs, "A node of LEFT, and the one of RIGHT that it is")
        ->type_name("METHOD/STAGE/NODE=NODE");
    app.add_flag("--exit-code", o.exitCode, "Exit with status 1 when there is any difference");
    app.parse_complete_callback([&o] {
        if (o.target.empty() && o.againstMember.empty()) throw CLI::RequiredError("RIGHT");
    });
}
void addGraph(CLI::App& app, Options& o) {
    addMethod(app, o);
    addStage(app, o);
    app.add_flag("--dot", o.dot, "Print the drawing for Graphviz");
    app.add_flag("--mermaid", o.mermaid, "Print the drawing for Mermaid; for small parts, with --collapsed or --depth");
    app.add_option("--model-explorer", o.modelExplorer, "Write the graphs for Model Explorer to this file")->type_name("FILE.json");
    app.add_option("--svg", o.svg, "Write the drawing as SVG to this file")->type_name("FILE");
    app.add_flag("--collapsed", o.collapsed, "Draw only the outermost modules");
    app.add_option("--depth", o.depth, "Draw modules open down to this depth");
    app.add_option("--select", o.select, "Open the modules around the nodes that this query finds")->type_name("QUERY");
}
void addTensors(CLI::App& app, Options& o) {
    addMethod(app, o);
    addStage(app, o);
    app.add_flag("--hash", o.hash, "Add the SHA-256 of each tensor's elements to the JSON");
    app.add_flag("--delegates", o.delegates, "List the weights inside delegates, too");
    app.add_option("--export", o.exportTo, "Write all listed tensors: a folder, .npz or .safetensors")->type_name("PATH");
}
void addTensor(CLI::App& app, Options& o) {
    app.add_option("NAME", o.target, "The tensor's name as `tensors` lists it; \"\" with filters for values without one")
        ->required();
    addTensorFilter(app, o);
    app.add_flag("--values", o.values, "Print the elements, too");
    app.add_flag("--dequantised", o.dequantised, "The real numbers that a quantised tensor stands for");
    app.add_option("--slice", o.slice, "Only this part, like 0,:,3 or 1:5");
    app.add_option("--per-channel", o.channelAxis, "Statistics of each index of this axis, -1 is the last; the table lists them")
        ->type_name("AXIS");
    app.add_option("--export", o.exportTo, "Write it: .npy, .npz, .safetensors, .csv or .bin")->type_name("FILE");
    app.add_option("--image", o.image, "Write it as a picture, a PNG of 512 pixels a side at most")->type_name("FILE");
    app.add_option("--pixels", o.pixels,
                   "Of --image: what makes pixels of values: unit, byte, siglip, clip, imagenet, range or MEAN/STD; as they look "
                   "unless told");
    app.add_option("--channel", o.pictureChannel, "Of --image: only this channel")->check(CLI::NonNegativeNumber);
    app.add_option("--picture", o.picture, "Of --image: which of several pictures")->check(CLI::NonNegativeNumber);
}
void addTolerance(CLI::App& app, Options& o) {
    const CLI::Validator tolerance(
        [](const std::string& text) { return toleranceOf(text) ? std::string() : "a number from 0 up is wanted, not " + text; },
        "NUMBER");
    app.add_option("--rtol", o.rtol, "Relative tolerance")->capture_default_str()->check(tolerance);
    app.add_option("--atol", o.atol, "Absolute tolerance")->capture_default_str()->check(tolerance);
    app.add_flag("--equal-nan", o.equalNan, "NaN equals NaN");
}
void addCompare(CLI::App& app, Options& o) {
    addMethod(app, o);
    app.add_option("--npy", o.npy, "Folder of raw outputs out-<method>-<number>-<output>.npy")->type_name("DIR");
    app.add_option("--reference", o.references,
                   "References: a folder of ref-<method>-<number>-<output>.npy, or .npz, .safetensors, torch.save with "
                   "METHOD/CASE/OUTPUT or the outputs in order")
        ->type_name("DIR|FILE");
    addTolerance(app, o);
    app.add_option("--worst", o.worst, "Number of worst elements listed; 10 in JSON and 3 in text unless told")
        ->check(CLI::Range(0, 100'000));
    app.add_option("--metric", o.metric, "List the worst value of this metric first, outputs without it last");
    app.add_option("--junit", o.junit, "Write the result as JUnit XML, too")->type_name("FILE");
    app.add_option("--output-tolerance", o.outputTolerances, "METHOD:INDEX=RTOL,ATOL for one output")->type_name("TEXT");
}
void addTokens(CLI::App& app, Options& o) {
    addMethod(app, o);
    app.add_option("--case", o.caseIndex, "One case");
    app.add_option("--index", o.index, "One output of the method");
    app.add_option("--npy", o.npy, "Folder of raw outputs out-<method>-<number>-<output>.npy")->type_name("DIR");
    app.add_option("--reference", o.references, "References, as of compare")->type_name("DIR|FILE");
    app.add_option("--position", o.position, "Whose candidates are listed; the first where the chosen token differs unless told");
    app.add_option("--top", o.top, "Candidates of each side")->check(CLI::Range(1, 1000));
}
void addConversation(CLI::App& app, Options& o) {
    app.add_flag("--no-values", o.noValues, "Do not compute the calls: texts, ids, pictures, rows, positions and choices only");
    app.add_flag("--blame", o.blame,
                 "Also what is to blame for the first token that the reference does not choose: the part of the calls "
                 "whose exchange brings the reference's token back. Computes the conversation some 20 times");
    app.add_option("--token", o.token, "The same of this token, from 0")->type_name("N");
}
void addGap(CLI::App& app, Options& o) {
    app.add_option("--method", o.method, "The method; needed when there are several");
    auto* sides = app.add_option_group(
        "reference", "What the run is held against; values of a file of the session that fit it, else computed, unless told");
    sides
        ->add_option("--reference", o.reference,
                     "computed: the record's graph is computed; run:N: what another run logged; else a file of values")
        ->type_name("computed|run:N|FILE");
    sides->add_option("--reference-values", o.referenceValues, "Values by node or debug handle: .npz, .safetensors or torch.save")
        ->type_name("FILE");
    sides->add_option("--reference-run", o.referenceRun, "What another run of the method logged")->type_name("RUN");
    sides->require_option(0, 1);
    app.add_option("--inputs", o.inputs,
                   "Of a computed reference: example, case:N, or files of values; the case that fed the run unless told")
        ->type_name("INPUTS");
    app.add_flag("--wide", o.wide, "Compute the reference without rounding values to their types");
    app.add_option("--stage", o.stage, "The stage whose nodes the reference values are of; edge unless told");
    app.add_option("--run", o.run,
                   "Only this run of the ETDump; default: all runs of the method, folded where values of a file are the reference");
    app.add_option("--metric", o.metric, "mse, l1, snr_db, cosine, max_abs, …; mse unless told");
    addTolerance(app, o);
}
void addDrift(CLI::App& app, Options& o) {
    app.add_option("--method", o.method, "The method; needed when there are several");
    app.add_option("--reference", o.reference,
                   "What the runs are held against: computed (unless told) on what fed each; run:N: what another run logged; else "
                   "a file of values")
        ->type_name("computed|run:N|FILE");
    addTolerance(app, o);
}
void addCheck(CLI::App& app, Options& o) {
    addMethod(app, o);
    app.add_option("--run", o.run, "Only this run")->type_name("N")->check(CLI::NonNegativeNumber);
}

void addEvaluate(CLI::App& app, Options& o) {
    app.add_option("--method", o.method, "The method; needed when there are several");
    app.add_option("--stage", o.stage, "The stage whose graph is computed; edge unless told");
    app.add_option("--inputs", o.inputs, "example, case:N, or files of values; example unless told")->type_name("INPUTS");
    app.add_option("--node", o.nodes, "Write the values of these nodes; of all unless told")->type_name("NODE");
    app.add_flag("--wide", o.wide, "Do not round values to their types: f64 through the whole graph");
    app.add_flag("--plan", o.plan, "Only say what it would take and what cannot be computed");
    app.add_option("--export", o.exportTo, "Write the values to this file")->type_name("OUT.npz");
}
void addStages(CLI::App& app, Options& o) {
    addMethod(app, o);
    app.add_option("--inputs", o.inputs, "example, case:N, or files of values; the case that a run is paired with unless told")
        ->type_name("INPUTS");
}
void addHex(CLI::App& app, Options& o) {
    app.add_option("--offset", o.offset, "First byte, from the start of the file or part")->type_name("N");
    app.add_option("--length", o.length, "Bytes that are printed at most")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 20U));
}
void addQuantisation(CLI::App& app, Options& o) {
    addMethod(app, o);
    addStage(app, o);
    app.add_flag("--per-channel", o.perChannel, "Add the error of every channel to the JSON");
}
void addEvents(CLI::App& app, Options& o) {
    addMethod(app, o);
    app.add_flag(
        "--summary", o.summary,
        "Only statistics: count, percentiles and share of every event over the runs of a method, with its operator, module, "
        "layer and backend; totals");
    app.add_option("--ticks-per-second", o.ticksPerSecond,
                   "What a tick of the dump is: adds milliseconds, and the text has times in s, ms, µs, ns")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    app.add_option("--against", o.against,
                   "ETDumps (with their program, where it is another) to hold the runs against; the table is the difference")
        ->type_name("FILE");
    app.add_option("--trace", o.trace, "Write the timeline for Chrome and Perfetto; ticks are nanoseconds unless told")
        ->type_name("FILE");
}
void addGate(CLI::App& app, Options& o) {
    CLI::Option* budget = app.add_option("--budget", o.budget, "The budgets: a TOML file")->type_name("FILE.toml");
    app.add_option("--against", o.against, "Files or a folder of what limits like \"+5 %\" are changes of; may be repeated")
        ->type_name("BASE")
        ->allow_extra_args(false);
    app.add_option("--ticks-per-second", o.ticksPerSecond, "What a tick of the dumps is: for limits in s, ms, us, ns")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    app.add_option("--junit", o.junit, "Write the result as JUnit XML, too")->type_name("FILE");
    app.add_option("--sarif", o.sarif, "Write what fails as SARIF 2.1.0, too")->type_name("FILE");
    app.add_option("--write-budget", o.writeBudget, "Write a budget file of what is measured now, instead of judging")
        ->type_name("FILE.toml")
        ->excludes(budget);
}
void addBundle(CLI::App& app, Options& o) {
    app.add_option("--inputs", o.inputs, "Inputs of one case: .npy, .npz, .safetensors, torch.save or a folder of .npy")
        ->type_name("FILE");
    app.add_option("--expected", o.expected, "Expected outputs, one for each --inputs")->type_name("FILE");
    app.add_option("--method", o.method, "The method of those cases; forward unless told");
    app.add_option("--from", o.from, "Start from the cases of this bundled program")->type_name("FILE.bpte");
    app.add_option("--from-record", o.fromRecord,
                   "Start from the inputs of this record, for every method that has some, with its reference outputs")
        ->type_name("FILE")
        ->excludes("--from");
    CLI::Option* replace =
        app.add_option("--replace", o.replace, "Put the one given case in the place of this one")->type_name("METHOD:CASE");
    CLI::Option* drop = app.add_option("--drop", o.drops, "Leave this case out")->type_name("METHOD:CASE");
    app.add_option("--from-run", o.fromRun,
                   "Of the cases given otherwise, those that runs of this ETDump executed, with the outputs that they logged; "
                   "the dump's buffer is named with --debug-buffer")
        ->type_name("DUMP")
        ->excludes(replace)
        ->excludes(drop);
    app.add_option("--run", o.run, "Only this run of the ETDump of --from-run")->type_name("N");
    app.add_option("-o,--output", o.output, "The bundled program to write")->required()->type_name("OUT.bpte");
}
void addSlim(CLI::App& app, Options& o) {
    app.add_option("--drop", o.dropParts,
                   "What is taken out, with commas between: weights (and delegate payloads), sources (stack traces), inputs (and "
                   "reference outputs), names (of modules, parameters, inputs, classes; sources go, too)")
        ->type_name("PARTS")
        ->capture_default_str();
    app.add_option("-o,--output", o.output, "The record to write")->required()->type_name("OUT");
}
void addSetMetadata(CLI::App& app, Options& o) {
    app.add_option("CHANGE", o.changes, "KEY=VALUE: lists as [1, 2]; KEY:TYPE=VALUE with int, float, bool, string or list")
        ->required()
        ->type_name("KEY=VALUE");
    app.add_flag("--add", o.add,
                 "Add keys that are not there, too: as constant methods, as named data where they begin with metadata.");
    app.add_option("-o,--output", o.output, "The program to write")->required()->type_name("OUT.pte");
}
void addExtract(CLI::App& app, Options& o) {
    app.add_option(
        "WHAT", o.what,
        "A zip entry, a tensor, segment:N, named:KEY, delegate:METHOD:N, nested:N or program; with --repro further files of "
        "the session");
    app.add_option("--repro", o.repro,
                   "Write a folder with one operator or delegate call instead: inputs, weights, outputs, a script for PyTorch. "
                   "METHOD/STAGE/NODE or METHOD/program/0/N")
        ->type_name("ADDRESS");
    app.add_option("--run", o.run, "Of --repro: what this run logged; the method's first unless told")->type_name("N");
    app.add_flag("--json", o.json, "Of --repro: print what its call.json says");
    app.add_option("-o,--output", o.output, "Where to write it; - is the standard output")->required()->type_name("OUT");
    addTensorFilter(app, o);
    app.parse_complete_callback([&o] {
        if (!o.repro.empty()) {
            o.files = o.what;
            return;
        }
        if (o.what.size() != 1) throw CLI::RequiredError("WHAT");
        o.target = o.what.front();
    });
}

void addCharacter(CLI::App& app, Options& o) {
    addMethod(app, o);
    app.add_option("--against", o.against,
                   "ETDumps of another release or device (with their program, where it is another): what they do differently")
        ->type_name("FILE");
}

void addReport(CLI::App& app, Options& o) {
    app.add_option("-o,--output", o.output, "Where to write it; - is the standard output")->required()->type_name("OUT.html");
    app.add_option("--viewer", o.viewer,
                   "Where the browser page etscope.html is, from the report or on a server: it links to it, and hands it the record "
                   "without weights")
        ->type_name("ADDRESS");
    app.add_option("--ticks-per-second", o.ticksPerSecond, "What a tick of the dump is: times are in s, ms, µs, ns")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
}

/// A flag for what needs no file: FILE may be left out with it.
void addFileless(CLI::App& app, const char* name, bool& flag, const char* description) {
    CLI::Option* files = app.get_option("FILE");
    const auto set = [&flag, files] {
        flag = true;
        files->required(false);
    };
    app.add_flag_callback(name, set, description)->trigger_on_parse();
}
void addRegistered(CLI::App& app, Options& o) {
    app.add_option(
           "--registered", o.registered,
           "What your runtime registers, in the place of the stock libraries: a list of operators, selected_operators.yaml, a "
           "table of kernels, a library or archive")
        ->type_name("FILE")
        ->allow_extra_args(false);
}
void addKernels(CLI::App& app, Options& o) {
    addMethod(app, o);
    addRegistered(app, o);
    app.add_option("--write", o.writeList,
                   "Write the list of a selective build (selected_operators.yaml) with just these operators")
        ->type_name("FILE");
}
void addLint(CLI::App& app, Options& o) {
    addFileless(app, "--rules", o.rules, "Print what lint looks for instead: every rule with its fix; no FILE is needed");
    app.add_option("--suppress", o.suppress, "Leave out findings that this file lists: lines `id [place pattern]`, # comments")
        ->type_name("FILE");
    addRegistered(app, o);
}

void addMetadata(CLI::App& app, Options& o) {
    addFileless(app, "--known", o.known,
                "Print the keys that runners are known to read instead: type, default, reader; no FILE is needed");
}

/// How a document is printed; as text for people unless told.
void addForms(CLI::App& app, Options& o) {
    CLI::Option* json = app.add_flag("--json", o.json, "Print one JSON document");
    CLI::Option* csv = app.add_flag("--csv", o.csv, "Print the table as comma-separated values")->excludes(json);
    app.add_flag("--tsv", o.tsv, "Print the table with tabs between its columns")->excludes(json)->excludes(csv);
}

void addFamily(CLI::App& app, Options& o) {
    app.add_flag("--no-verdict", o.noVerdict, "Leave out the verdict of each program, and what it takes to find it");
}

void addSurvey(CLI::App& app, Options& o) {
    app.get_option("FILE")->description("Folders, and files of which each is a session");
    app.add_option("-o,--output", o.output, "Write the table: .parquet (by the pyarrow of a Python), .csv, .tsv or .jsonl")
        ->type_name("FILE");
    app.add_flag("--list", o.listPlaces, "Only list the sessions with their files");
    app.add_option("--jobs", o.jobs, "Sessions that are looked at together; as many as there are processors unless told")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    app.add_option("--python", o.python, "The Python whose pyarrow writes Parquet; python3 unless told")->type_name("PATH");
}

void addHistory(CLI::App& app, Options& o) {
    app.get_option("FILE")->description("Tables that survey wrote, the oldest first");
    std::vector<std::string> orders;
    for (const std::string_view column : history::orderColumns()) orders.emplace_back(column);
    app.add_option("--order", o.order,
                   "The column that the exports of a series are sorted by, where each has it; given: as the tables are named. What "
                   "--export names, else started, else given unless told")
        ->check(CLI::IsMember(orders));
    app.add_option("--export", o.exportPattern,
                   "What of a session's folder names the export, a regular expression (its group, where it has one); the rest of "
                   "the folder is the variant")
        ->type_name("PATTERN");
    app.add_option("--budget", o.budget, "Budgets that every export is held against: a TOML file as of gate")
        ->type_name("FILE.toml");
    app.add_option("--ticks-per-second", o.ticksPerSecond, "What a tick of the dumps is: for limits in s, ms, us, ns")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    app.add_option("-o,--output", o.output, "Write a page of it, with charts; - is the standard output")->type_name("OUT.html");
    app.add_option("--python", o.python, "The Python whose pyarrow reads Parquet; python3 unless told")->type_name("PATH");
}

void addRelated(CLI::App& app, Options& o) {
    app.add_option("--of", o.of, "The thing: METHOD/STAGE/NODE, tensors/NAME, named-data/KEY, runs/N, METHOD/STAGE/module:PATH, …")
        ->required()
        ->type_name("ADDRESS");
}

void addContainers(CLI::App& app, Options& o) {
    addMethod(app, o);
    app.add_flag("--pairs", o.pairTable, "The table is that of the pairs: what each two variants differ in");
}

struct Command {
    const char* name;
    const char* description;
    Adder extra;
    bool document;        ///< prints a document: has --json, --csv, --tsv
    const char* example;  ///< lines that can be typed beside the bundled sample, the folder `vlm`
};
constexpr Command kCommands[] = {
    {"info", "What the files are: methods, stages, entries, joins", [](CLI::App&, Options&) {}, true, "etscope-cli info vlm"},
    {"verdict", "Pass or fail, with the cause; exit status 1 for fail, 4 when that cannot be told", [](CLI::App&, Options&) {},
     true, "etscope-cli verdict vlm"},
    {"graph", "The graph of a method at a stage, as text, JSON, DOT or SVG", addGraph, true,
     "etscope-cli graph vlm --method text_decoder --stage edge --collapsed --svg decoder.svg"},
    {"tensors", "Every tensor with type, shape and place", addTensors, true,
     "etscope-cli tensors vlm --method text_decoder --stage exported"},
    {"tensor", "One tensor: statistics, elements, export", addTensor, true,
     "etscope-cli tensor vlm/model.etrecord layers.0.attention.wq.weight --method text_decoder"},
    {"handles", "Which nodes each runtime instruction came from", addMethod, true, "etscope-cli handles vlm --method text_decoder"},
    {"metadata", "Constant methods and metadata keys, with what runners expect of them", addMetadata, true,
     "etscope-cli metadata vlm"},
    {"named-data", "Named data: place, hash, users, what is shared", [](CLI::App&, Options&) {}, true,
     "etscope-cli named-data vlm/model.pte"},
    {"delegates", "Delegate payloads: backend, format, calls, decoded or why not", addMethod, true,
     "etscope-cli delegates vlm --method vision_encoder"},
    {"containers", "Variants in one container: bytes of each, what they share, what they differ in", addContainers, true,
     "etscope-cli containers vlm --pairs"},
    {"listing", "Command streams inside delegates, command by command", addMethod, true, "etscope-cli listing vlm/model.pte"},
    {"quantisation", "Quantised weights: scales, and what is lost against the real numbers, worst first", addQuantisation, true,
     "etscope-cli quantisation vlm --per-channel --json"},
    {"undelegated", "Which operators fall back to CPU: how often, their share of the time, and why", addMethod, true,
     "etscope-cli undelegated vlm --method vision_encoder"},
    {"kernels",
     "The kernels that each method needs, which of them your runtime lacks, and a selective build's list of them; exit status 1 "
     "when one is missing",
     addKernels, true, "etscope-cli kernels vlm/model.pte --write selected_operators.yaml"},
    {"related", "Show the same thing in other stages, files and runs", addRelated, true,
     "etscope-cli related vlm --of vision_encoder/program/0/1"},
    {"hex", "Bytes of a file, or of a part of it as FILE#PART, with the regions that they lie in", addHex, true,
     "etscope-cli hex vlm/model.pte --offset 0 --length 64"},
    {"memory", "The memory plan: tensors, lifetimes, peaks", addMethod, true,
     "etscope-cli memory vlm/model.pte --method text_decoder"},
    {"sizes", "Where every byte of the files goes", [](CLI::App&, Options&) {}, true, "etscope-cli sizes vlm/model.pte"},
    {"events", "What ran and when: runs, events, logged values, statistics", addEvents, true,
     "etscope-cli events vlm --method text_decoder --summary"},
    {"evaluate", "Compute a recorded graph: the values of its nodes and outputs", addEvaluate, true,
     "etscope-cli evaluate vlm --method text_decoder --stage edge --export values.npz"},
    {"character",
     "What the arithmetic of the device is like that made the runs: sums in f16, subnormal numbers, saturation, scaled results, "
     "whether "
     "it is deterministic; with --against what another release does differently; exit status 1 when something changed",
     addCharacter, true, "etscope-cli character vlm"},
    {"check", "Re-run every logged call in the reference interpreter and compare; exit status 1 when one is wrong", addCheck, true,
     "etscope-cli check vlm --method vision_encoder"},
    {"stages", "The same inputs through every recorded graph: where outputs change; exit status 1 when they do", addStages, true,
     "etscope-cli stages vlm --method vision_encoder"},
    {"consistency",
     "Whether the model agrees with itself where no reference tells: at once and step by step, alone and in a batch; exit status 1 "
     "when it does not, 4 when nothing can be asked",
     addConsistency, true, "etscope-cli consistency vlm --method text_decoder"},
    {"gap", "Reference values of nodes against what a run logged, operator by operator", addGap, true,
     "etscope-cli gap vlm --method vision_encoder --run 10"},
    {"drift", "The gap of all runs of a method by layer and step; exit status 1 when rounding does not explain it", addDrift, true,
     "etscope-cli drift vlm --method vision_encoder"},
    {"compare", "Reference outputs against runtime outputs; exit status 1 when they differ", addCompare, true,
     "etscope-cli compare vlm --rtol 1e-2 --junit compare.xml"},
    {"tokens", "Which tokens reference and runtime choose, from outputs over a vocabulary; exit status 1 when one differs",
     addTokens, true, "etscope-cli tokens vlm --method text_decoder"},
    {"conversation",
     "A trace of a conversation: texts, ids, pictures, rows, positions, masks, choices, state and values of every call; exit "
     "status 1 "
     "when anything is wrong, 4 when that cannot be told",
     addConversation, true, "etscope-cli conversation chat/trace.jsonl\n  etscope-cli conversation chat/trace.jsonl --blame"},
    {"diff", "What two exports differ in: nodes, weights, metadata", addDiff, true,
     "etscope-cli diff vlm/model.pte vlm/model.bpte --exit-code"},
    {"family",
     "Several programs of one folder (adapters, drafts, variants): the files of each, bytes that they share, what each adds, keys "
     "that nobody answers, their verdicts; exit status 1 when a key has no answer or a verdict is differ",
     addFamily, true, "etscope-cli family vlm --no-verdict"},
    {"survey",
     "All sessions below folders as one table: a row for each method and run with verdict, cause, errors, tokens, sizes, times, "
     "versions",
     addSurvey, true, "etscope-cli survey . -o survey.csv"},
    {"history",
     "Tables of survey over time: since which export a method is bad, slower or bigger, on which device, with trend and budgets; "
     "exit "
     "status 1 when the last known export of a series is bad or breaks a budget",
     addHistory, true, "etscope-cli history nights/nights.jsonl -o history.html"},
    {"verify", "Check every offset, checksum and reference; exit status 1 when something is wrong", [](CLI::App&, Options&) {},
     true, "etscope-cli verify vlm"},
    {"lint", "What is doubtful for the runner and the device; exit status 1 on errors", addLint, true, "etscope-cli lint vlm"},
    {"gate", "Sizes, memory, delegation, errors, times and findings against a file of budgets; exit status 1 when one is broken",
     addGate, true,
     "etscope-cli gate vlm --write-budget budgets.toml\n  etscope-cli gate vlm --budget budgets.toml --junit gate.xml"},
    {"run",
     "EXECUTES the program and its delegates on the session's inputs: this Python, a runner program or a device; then the verdict. "
     "Exit status as of verdict, 3 where the run did not come to its end",
     addRun, true, "etscope-cli run vlm -o vlm-run"},
    {"advise",
     "quantisation: which weights may be kept narrow, what each does to the outputs, and the best set for a size or an effect; "
     "every set is evaluated as a set; of exports that are quantised also what they waste, and with --against what they cost. "
     "Without --method of all methods. Exit status 1 when no set fits",
     addAdvise, true, "etscope-cli advise quantisation vlm --method text_decoder --budget 120MB"},
    {"shrink",
     "The smallest program that is still wrong in the same way, with a script that shows it. EXECUTES parts of the program with "
     "this Python's torch and executorch. Exit status 1 when one was found, 0 when there is nothing to shrink, 4 when that cannot "
     "be told",
     addShrink, true, "etscope-cli shrink vlm -o vlm-smallest"},
    {"mend",
     "A change of the export that makes its outputs right, as lines for the export script, shown to work. EXECUTES changed "
     "exports of the record with this Python's torch and executorch. Exit status 1 when nothing made all right, 4 when nothing "
     "could be tried or the export is not at fault",
     addMend, true, "etscope-cli mend vlm -o vlm-mended"},
    {"report", "One HTML file with everything: verdict, findings, outputs, numeric gap, sizes, times; for mail and CI", addReport,
     true, "etscope-cli report vlm -o report.html"},
    {"bundle", "Make a bundled program of a program and test cases", addBundle, false,
     "etscope-cli bundle vlm/model.pte --from-record vlm/model.etrecord -o cases.bpte"},
    {"slim", "Copy an ETRecord without weights, source lines, inputs or names, for bug reports", addSlim, true,
     "etscope-cli slim vlm/model.etrecord --drop weights,sources -o slim.etrecord"},
    {"set-metadata", "Copy a program with other values of constant methods and metadata keys; all else stays byte for byte",
     addSetMetadata, true, "etscope-cli set-metadata vlm/model.pte get_max_seq_len=32 -o other.pte"},
    {"extract", "Write a zip entry, a tensor, a segment, named data or a delegate to a file", addExtract, false,
     "etscope-cli extract vlm/model.pte delegate:text_decoder:0 -o delegate.bin"},
};

void addHelp(CLI::App& app, Options& options) {
    CLI::App* help = app.add_subcommand("help", "Print the help of a command, with an example; of all without one");
    help->callback([&options] { options.command = "help"; });
    help->add_option("COMMAND", options.target, "The command");
    help->footer("Example:\n  etscope-cli help gate");
}

void addSchema(CLI::App& app, Options& options) {
    CLI::App* schema = app.add_subcommand("schema", "Print the JSON Schema of a document; without a name, list them");
    schema->callback([&options] { options.command = "schema"; });
    schema->add_option("NAME", options.target, "The document: a command, budgets, lint-rules, metadata-known");
    schema->footer("Example:\n  etscope-cli schema compare");
}

void addMcp(CLI::App& app, Options& options) {
    CLI::App* mcp = app.add_subcommand(
        "mcp",
        "Answer an agent over the standard streams (Model Context Protocol): questions as tools, addresses as resources, "
        "pictures; only reads");
    mcp->callback([&options] { options.command = "mcp"; });
    mcp->add_option("FILE", options.files, "Files of the session that is meant where a question names none");
    mcp->footer("Example:\n  etscope-cli mcp vlm");
}

}  // namespace

std::vector<std::string> commandNames() {
    std::vector<std::string> names;
    for (const Command& command : kCommands) names.emplace_back(command.name);
    return names;
}

std::unique_ptr<CLI::App> makeParser(Options& options) {
    auto app = std::make_unique<CLI::App>("The debugger for ExecuTorch exports, without a window.", "etscope-cli");
    app->allow_windows_style_options(false);  // "/x" is a path everywhere
    app->set_version_flag("--version", "etscope-cli " ETSCOPE_VERSION);
    app->require_subcommand(1);
    app->fallthrough(false);
    for (const Command& command : kCommands) {
        CLI::App* sub = app->add_subcommand(command.name, command.description);
        sub->callback([&options, name = command.name] { options.command = name; });
        // A tensor's name follows one file; every other command takes any number of them.
        const bool single = std::string_view(command.name) == "tensor" || std::string_view(command.name) == "extract" ||
                            std::string_view(command.name) == "bundle" || std::string_view(command.name) == "slim" ||
                            std::string_view(command.name) == "set-metadata";
        const bool two = std::string_view(command.name) == "diff";  // names them itself
        if (std::string_view(command.name) == "advise")
            sub->add_option("TOPIC", options.topic, "What about: quantisation")->required()->check(CLI::IsMember({"quantisation"}));
        if (single)
            sub->add_option("FILE", options.file, "The file")->required();
        else if (!two)
            addFiles(*sub, options);
        command.extra(*sub, options);
        if (command.document) addForms(*sub, options);
        if (command.example != nullptr) sub->footer(std::string("Example:\n  ") + command.example);
        sub->add_option("--debug-buffer", options.debugBuffers, "A further file: the debug buffer of the ETDump")
            ->type_name("FILE")
            ->expected(1);
        sub->add_option("--run-method", options.runMethods, "Which method a run of the ETDump executed")->type_name("RUN=METHOD");
        sub->add_option("--pair", options.pairs, "Which case fed a run of the ETDump")->type_name("RUN=CASE");
        sub->add_option("--member", options.member, "Of several programs the one of this name, with its files: `family` lists them")
            ->type_name("NAME");
        sub->add_option("--limits", options.limits,
                        "Raise an input limit: json-bytes, pickle-bytes, inflated-bytes, inflate-ratio, elements, evaluated-bytes, "
                        "operations")
            ->type_name("NAME=VALUE");
    }
    CLI::App* completion = app->add_subcommand("completion", "Print a completion script for a shell");
    completion->callback([&options] { options.command = "completion"; });
    completion->add_option("SHELL", options.shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
    addHelp(*app, options);
    addSchema(*app, options);
    addMcp(*app, options);
    CLI::App* manual = app->add_subcommand("manual", "Print the manual page in roff");
    manual->callback([&options] { options.command = "manual"; });
    return app;
}

}  // namespace etscope::cli
