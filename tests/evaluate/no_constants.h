// Surroundings of graphs that read nothing but their inputs.
#pragma once

#include "evaluate/interpreter.h"

namespace etscope::tests {

class NoConstants : public evaluate::Surroundings {
public:
    Result<evaluate::Value> constant(std::string_view, const std::shared_ptr<evaluate::Memory>&) const override {
        return fail("no-such-constant", "");
    }
    Result<evaluate::LoweredBody> lowered(const graph::GraphModel&, std::size_t, const JobContext&) const override {
        return fail("no-such-delegate", "");
    }
};

}  // namespace etscope::tests
