// Entity: a thing of a session by its address: how it is named everywhere, shown, copied, typed, selected, remembered, printed.
// Addresses name things, never rows of a table:
//   METHOD                       METHOD/STAGE                       METHOD/STAGE/NODE (an instruction: METHOD/program/0/7)
//   METHOD/STAGE/module:PATH     METHOD/STAGE/value:PATH            METHOD/STAGE/output:N
//   METHOD/STAGE/module:PATH?step=9 (a cell of its drift)
//   METHOD/outputs/case:7/0      METHOD/outputs/run:3/0             METHOD/delegate:2 (a stage, whether it can be decoded or not)
//   METHOD/outputs/case:7 (all outputs of that case)
//   METHOD/outputs/run:3/STAGE/NODE (what an operator gave in that run), METHOD/outputs/STAGE/NODE (in the run that is looked at)
// A stage's own slashes are "%2F", its percent signs "%25"; nodes whose names begin with one of the words above stand behind
// "node:".
//   files/NAME   metadata/KEY   tensors/NAME   named-data/KEY   regions/FILE@OFFSET   runs/N   runs/N/EVENT
//   problems/CODE@PLACE
//   conversation/message:2       conversation/message:2/token:5 (what was chosen in it, from 0)   conversation/call:12
// "data/KEY", as earlier versions wrote it, is read, too. In place of a key may stand the record's name of its data:
// findings/related knows the keys. Value type; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/stage_id.h"

namespace etscope::session {

struct Entity {
    enum class Kind : std::uint8_t {
        None,
        Method,
        Stage,
        Node,    ///< of a graph; of the program: an instruction
        Module,  ///< of a stage
        Value,   ///< of a stage: a graph's input, what a node makes; of the program: a value of its memory plan
        Result,  ///< an output of a stage's graph
        Output,  ///< what a case or a run gave for an output of its method
        Given,   ///< what a run gave for a node: an intermediate value
        File,
        Metadata,
        Tensor,
        Data,    ///< named data
        Region,  ///< of a file
        Run,
        Event,
        Problem,
        Token,  ///< of a trace: what was chosen, or with the index −1 a whole message
        Call    ///< of a trace: of a method
    };
    Kind kind = Kind::None;
    std::string method;
    std::string stage;        ///< graph::StageId::text()
    std::string name;         ///< path of a node, module or value, file name, key, name of a tensor or problem, "FILE@OFFSET"
    std::int64_t column = 0;  ///< Output: compare::OutputPair::column(). Run, Event: the run. Module: a cell's step + 1, else 0.
                              ///< Given: the run + 1; 0: the one that is looked at. Token: the message, from 1
    std::int64_t index = 0;   ///< Output, Result: which one; of an Output −1: all of its case. Event: its number in the run
                              ///< Token: its place in the message; −1: the message. Call: its index in the trace

    bool valid() const noexcept { return kind != Kind::None; }
    graph::StageId stageId() const { return graph::StageId::parse(stage); }
    std::string text() const;
    /// The inverse of text(); Kind::None for what is no address. `methods`: of the session; their names may hold slashes, and a
    /// method's name comes before every other reading.
    static Entity parse(std::string_view text, std::span<const std::string> methods);

    static Entity ofMethod(std::string_view method) { return {Kind::Method, std::string(method), {}, {}}; }
    static Entity ofStage(std::string_view method, const graph::StageId& stage) {
        return {Kind::Stage, std::string(method), stage.text(), {}};
    }
    /// Node, Module, Value.
    static Entity inStage(Kind kind, std::string_view method, const graph::StageId& stage, std::string_view name) {
        return {kind, std::string(method), stage.text(), std::string(name)};
    }
    /// What the row of a method's drift is in a step: of a module, or of operators between modules by their name.
    static Entity ofCell(std::string_view method, const graph::StageId& stage, std::string_view row, std::int64_t step) {
        return {Kind::Module, std::string(method), stage.text(), std::string(row), step + 1};
    }
    bool isCell() const noexcept { return kind == Kind::Module && column > 0; }
    static Entity ofNode(std::string_view method, const graph::StageId& stage, std::string_view node) {
        return inStage(Kind::Node, method, stage, node);
    }
    /// Of the plan's first chain.
    static Entity ofInstruction(std::string_view method, std::int64_t instruction) {
        return ofNode(method, graph::StageId::program(), "0/" + std::to_string(instruction));
    }
    static Entity ofResult(std::string_view method, const graph::StageId& stage, std::int64_t index) {
        return {Kind::Result, std::string(method), stage.text(), {}, 0, index};
    }
    static Entity ofOutput(std::string_view method, std::int64_t column, std::int64_t output) {
        return {Kind::Output, std::string(method), {}, {}, column, output};
    }
    /// What the node gave in a run; nothing: in the one that is looked at.
    static Entity given(const Entity& node, std::optional<std::int64_t> run) {
        return {Kind::Given, node.method, node.stage, node.name, run ? *run + 1 : 0};
    }
    static Entity ofRun(std::int64_t run) { return {Kind::Run, {}, {}, {}, run}; }
    static Entity ofEvent(std::int64_t run, std::int64_t event) { return {Kind::Event, {}, {}, {}, run, event}; }
    static Entity ofToken(std::int64_t message, std::int64_t place) { return {Kind::Token, {}, {}, {}, message, place}; }
    static Entity ofCall(std::int64_t call) { return {Kind::Call, {}, {}, {}, 0, call}; }
    /// File, Metadata, Tensor, Data, Region, Problem.
    static Entity named(Kind kind, std::string_view name) { return {kind, {}, {}, std::string(name)}; }

    friend bool operator==(const Entity&, const Entity&) = default;
};

/// "case:3", or "run:7" of a run that belongs to no case (negative columns).
std::string columnText(std::int64_t column);

}  // namespace etscope::session
