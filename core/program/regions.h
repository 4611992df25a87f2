// The account of every byte of a program file: header, FlatBuffers region by owner, segments by what is in them, padding. In
// order, without gap or overlap, to the last byte. Reads no file. Rules: docs/FORMATS.md "Segments".
#pragma once

#include <vector>

#include "flat/region.h"
#include "program/program.h"

namespace etscope::program {

/// Offsets count from the start of the program's own range (add `program.file().offset` for the outer file).
std::vector<flat::Region> regions(const Program& program);

}  // namespace etscope::program
