#include "work_options.h"

#include <map>

#include "advisor/schemes.h"

namespace etscope::cli {
namespace {

/// What the process of a run may take.
void addMemory(CLI::App& app, Options& o, const char* text) {
    app.add_option("--memory", o.memoryGib, text)->capture_default_str()->check(CLI::Range(0.0, 1e6));
}
/// Where a program is executed, and what it may take.
void addTarget(CLI::App& app, Options& o, const char* python, const char* runner) {
    CLI::Option* option = app.add_option("--python", o.python, python)->type_name("PATH");
    app.add_option("--runner", o.runner, runner)->type_name("PATH")->excludes(option);
    app.add_option("--time", o.seconds, "Seconds after which the run is stopped; 0: never")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e9));
    addMemory(app, o, "GiB that the run's process may take; 0: any");
}

/// Of what searches with a Python: for what, with which, into which folder.
void addFault(CLI::App& app, Options& o, const char* text) {
    app.add_option("--of", o.of, text)->type_name("ADDRESS|METHOD");
    app.add_option("--python", o.python, "The Python that has torch and executorch; python3 unless told")->type_name("PATH");
    addMemory(app, o, "GiB that the Python's process may take; 0: any");
    app.add_option("-o,--output", o.output, "The folder that is made for the result")->required()->type_name("OUT");
}

/// "120MB", "83.5MiB".
CLI::AsNumberWithUnit bytesWithUnit() {
    const std::map<std::string, double> units{{"b", 1},        {"kb", 1e3},     {"mb", 1e6},    {"gb", 1e9},
                                              {"kib", 0x1p10}, {"mib", 0x1p20}, {"gib", 0x1p30}};
    return CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_INSENSITIVE, "SIZE");
}

}  // namespace

void addConsistency(CLI::App& app, Options& o) {
    app.add_option("--method", o.method, "Only this method");
    app.add_option("--stage", o.stage, "The stage whose graph is computed; exported unless told");
    app.add_option("--role", o.toldRoles, "What an input is, where it is inferred wrong")->type_name("INPUT=ROLE");
    app.add_option("--check", o.checks, "Only this check")->type_name("ID");
    addTarget(app, o, "Execute the program, too, and play the same ways on it: a Python that has executorch",
              "The same with an etscope-runner");
}

void addRun(CLI::App& app, Options& o) {
    app.add_option("--method", o.methods, "Only this method; may be given several times")
        ->type_name("METHOD")
        ->allow_extra_args(false);
    app.add_option("--case", o.cases,
                   "What it is fed, several times for several calls: a case's number, bundle, record, example, random (the last "
                   "resort), or a file or folder with the inputs of one call; all cases unless told. METHOD: before it: for that "
                   "method alone")
        ->type_name("[METHOD:]N|bundle|record|example|random|FILE")
        ->allow_extra_args(false);
    app.add_option("--sizes", o.sizes, "Cut the inputs, or repeat them, to these sizes of symbols: bugs below the upper bound")
        ->type_name("SYMBOL=N,...")
        ->allow_extra_args(false);
    app.add_option("--values", o.keep, "What of each call is kept: all values, the outputs, none")
        ->capture_default_str()
        ->check(CLI::IsMember({"all", "outputs", "none"}));
    app.add_option("--repeat", o.repeat, "Calls of each for times, in a pass of its own; 0: no such pass")
        ->capture_default_str()
        ->check(CLI::Range(0, 100'000));
    app.add_option("--modules", o.modules, "State: one module for all calls in their order, or a fresh one for each")
        ->capture_default_str()
        ->check(CLI::IsMember({"one", "fresh"}));
    addTarget(app, o, "Target: a Python that has executorch; python3 unless told",
              "Target: an etscope-runner; with --adb the one for the device");
    app.add_option("--adb", o.adb, "Target: the device of this serial number")->type_name("SERIAL")->excludes("--python");
    app.add_option("--adb-program", o.adbProgram, "The adb that reaches it")->type_name("PATH")->capture_default_str();
    app.add_option("-o,--output", o.output, "The folder that is made for the results")->required()->type_name("OUT");
}

void addShrink(CLI::App& app, Options& o) {
    addFault(app, o, "What is at fault: a method, or an address as verdict prints it; the first thing unless told");
    app.add_option("--time", o.shrinkSeconds, "Seconds after which the smallest so far is the answer")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 1e9));
}

void addMend(CLI::App& app, Options& o) {
    addFault(app, o, "What is at fault: a method, or an address as verdict prints it; the verdict's answer unless told");
    app.add_option("--time", o.seconds, "Seconds after which nothing more is tried; 0: never")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e9));
}

void addAdvise(CLI::App& app, Options& o) {
    app.add_option("--method", o.method, "Only this method");
    std::vector<std::string> ids;
    for (const advisor::Scheme& scheme : advisor::schemes())
        if (scheme.isFloat() || scheme.rounds()) ids.emplace_back(scheme.id);
    app.add_option("--schemes", o.schemes, "Ways to keep weights that are tried; those that suit each operator unless told")
        ->delimiter(',')
        ->check(CLI::IsMember(ids))
        ->type_name("SCHEME,…");
    CLI::Option* budget = app.add_option("--budget", o.bytes, "Bytes that these weights may take: 120MB, 83.5MiB")
                              ->transform(bytesWithUnit())
                              ->check(CLI::Range(1.0, 0x1p62));
    app.add_option("--max-kl", o.mostKl,
                   "How far the outputs may be off: KL in nats; of other outputs than logits noise over signal")
        ->check(CLI::PositiveNumber)
        ->excludes(budget);
    app.add_option("--keep", o.kept, "What stays: a scheme, and weights or modules of that name; * is any text, ? one character")
        ->type_name("SCHEME:PATTERN")
        ->allow_extra_args(false);
    app.add_option("--set", o.whatIf,
                   "What if: these weights or modules so, beside the chosen set or what the export is; both are evaluated")
        ->type_name("PATTERN=SCHEME")
        ->allow_extra_args(false);
    app.add_option("--against", o.against,
                   "The float export that this one is made of: what its weights cost now, and the advice, are told against it")
        ->type_name("FLOAT")
        ->allow_extra_args(false);
    app.add_flag("--tied", o.tied, "Layers that are alike have one scheme");
    app.add_flag("--worst", o.byWorst, "Choose by the case that is worst, not by the mean of all cases");
    app.add_option("--cases", o.mostCases, "Cases that outputs are compared on, at most; 12 unless told")
        ->check(CLI::Range(1, 10'000));
    app.add_option("--sets", o.sets, "Sets that are evaluated, at most; 96 unless told; 0: weights alone")
        ->check(CLI::Range(0, 100'000));
    CLI::Option* plan = app.add_flag("--plan", o.plan, "Only say what it would take");
    app.add_option("-o,--output", o.output, "Where to write the recipe, a file of Python")->type_name("OUT.py")->excludes(plan);
}

}  // namespace etscope::cli
