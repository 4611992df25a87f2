// What holds for the whole process, and what the command line's own tables say.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <csignal>

#include "base/codes.h"
#include "base/limits.h"
#include "bindings.h"
#include "cli/command_line.h"
#include "cli/options.h"
#include "text.h"

namespace nb = nanobind;

namespace etscope::python {
namespace {

nb::dict optionDict(const CLI::Option& option) {
    nb::dict dict;
    dict["name"] = textOf(option.get_lnames().empty() ? option.get_name(true) : option.get_lnames().front());
    dict["positional"] = option.get_positional();
    dict["flag"] = option.get_items_expected_max() == 0;
    dict["description"] = textOf(option.get_description());
    return dict;
}

void addOptions(nb::list& list, const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        if (option != app.get_help_ptr()) list.append(optionDict(*option));
    for (const CLI::App* group : app.get_subcommands([](const CLI::App*) { return true; })) addOptions(list, *group);
}

/// name, description, options of every command.
nb::list commands() {
    cli::Options unused;
    const auto parser = cli::makeParser(unused);
    nb::list list;
    for (const std::string& name : cli::commandNames()) {
        const CLI::App* app = parser->get_subcommand(name);
        nb::list options;
        addOptions(options, *app);
        nb::dict dict;
        dict["name"] = textOf(name);
        dict["description"] = textOf(app->get_description());
        dict["options"] = options;
        list.append(dict);
    }
    return list;
}

/// code: (meaning of the code, whether it says that what was asked for does not exist).
nb::dict codes() {
    nb::dict dict;
    for (const CodeSection& section : codeSections())
        for (const CodeRow& row : section.rows) dict[textOf(row.word)] = textOf(row.sentence);
    return dict;
}

/// Does what the program etscope-cli does, in its stead: with signals as a program has them, not as Python sets them.
int runProgram(const nb::object& words) {
    const std::vector<std::string> given = listOf(words);
    const nb::gil_scoped_release released;
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    return cli::runProgram(given);
}

}  // namespace

void addSettings(nb::module_& module) {
    module.def("commands", commands, nb::sig("def commands() -> list[dict[str, typing.Any]]"), "The commands and their options.");
    module.def("codes", codes, nb::sig("def codes() -> dict[str, str]"), "Every code of an error or a diagnostic.");
    module.def("run_program", runProgram, nb::arg("words"),
               nb::sig("def run_program(words: collections.abc.Sequence[str | bytes]) -> int"),
               "Runs etscope-cli on this process' standard streams; its exit status.");
    module.def(
        "set_limit", [](const std::string& name, std::uint64_t value) { return value > 0 && limits::set(name.c_str(), value); },
        nb::arg("name"), nb::arg("value"), "Whether there is such a limit.");
}

}  // namespace etscope::python
