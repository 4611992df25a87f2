// What the inputs of each call bring with them, along the edges of the graph. Any thread.
#pragma once

#include <functional>
#include <vector>

#include "gap/gap.h"

namespace etscope::gap {

/// What inputs bring: the largest error of theirs; that, of its limit.
struct Brought {
    double error = 0, excess = 0;
    bool open = false;       ///< behind a call of which nothing tells what is normal
    bool undefined = false;  ///< memory that nobody wrote, or steps that a delegate rounded to
    bool told = true;        ///< false: nothing tells what the call reads
    void take(const Brought& other) noexcept;
};

/// Walks the graph in the order of its nodes, producers before consumers, and fills `brought`, one for each row. `source`: what a
/// value brings that no node gives; `give`: what a compared row gives, which brought so much; `pass`: what a node gives that was
/// not compared.
void walkRows(const graph::GraphModel& model, const std::vector<GapRow>& rows, std::vector<Brought>& brought,
              const std::function<Brought(graph::ValueId)>& source, const std::function<Brought(std::size_t row)>& give,
              const std::function<Brought(graph::NodeId, const Brought&)>& pass);

/// Of a tap, the row of the call that gives its value; the row itself where there is none, and of all others.
std::size_t callOf(const std::vector<GapRow>& rows, std::size_t row);

/// Sets `inherited` of all rows: through nodes and calls that were not compared.
void addInherited(const graph::GraphModel& model, std::vector<GapRow>& rows);

}  // namespace etscope::gap
